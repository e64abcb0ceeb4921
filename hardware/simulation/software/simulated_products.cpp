// SPDX-License-Identifier: Apache-2.0
//
// Products through the software, with verilated circuits of both designs behind it. Runs where the
// tables of the residue design are.
//
// simulated_products karatsuba|residue RUNS SEED: products of one to four messages in turn, the
// first one of the largest coefficients, against GMP and against the transform path; with the
// residue design as many ciphertexts, two keys in one call; after them a reset in the middle of a
// transfer. simulated_products cycles: what hardware/software/bench/cycles.txt holds, from calls
// whose results are compared with GMP's, too.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

#include "ciphertext_inputs.hpp"
#include "karatsuba_device.hpp"
#include "lath/base/error.hpp"
#include "product_inputs.hpp"
#include "residue_design.hpp"
#include "residue_device.hpp"
#include "transfers.hpp"

namespace lath::hardware {
namespace {

using testing::Inputs;
using testing::SeededValues;

const CoefficientModulus kPower = CoefficientModulus::power_of_two(135);
const CoefficientModulus kResidues = CoefficientModulus::residue_design();

void make_extreme(Inputs& inputs, const CoefficientModulus& q) {
  for (std::size_t i = 0; i < inputs.key.size(); ++i) inputs.key[i] = q.bound(i % kChunks) - 1;
  std::fill(inputs.u.begin(), inputs.u.end(), std::int8_t{1});
  std::fill(inputs.errors.begin(), inputs.errors.end(), std::int8_t{-128});
}

template <class Circuit>
void run(const CoefficientModulus& q, std::size_t runs, std::uint64_t seed) {
  Circuit device({.seed = seed});
  std::mt19937_64 rates(seed);
  for (std::size_t i = 0; i < runs; ++i) {
    SeededValues random(seed * 1000 + i);
    Inputs inputs(q, i % kMaxMessages + 1, random);
    if (i == 0) make_extreme(inputs, q);
    // Every second run has random pauses on both streams.
    const auto rate = [&] { return i % 2 == 0 ? 0 : static_cast<std::uint32_t>(rates() % 150); };
    device.set_stalls({.input = rate(), .output = rate(), .seed = rates()});
    const auto expected = inputs.judged(q);
    require(inputs.run(EncryptionProduct::transform(q, inputs.key)) == expected, "transform");
    require(inputs.run(EncryptionProduct::simulated(q, inputs.key, device)) == expected,
            "the circuit differs from GMP");
    std::printf("%zu messages equal\n", inputs.messages());
  }
}

// Ciphertexts: both keys resident, the products of a message with both in one call.
void run_ciphertexts(std::size_t runs, std::uint64_t seed) {
  ResidueDevice device({.seed = seed});
  std::mt19937_64 rates(seed);
  for (std::size_t i = 0; i < runs; ++i) {
    SeededValues random(seed * 1000 + 500 + i);
    testing::CiphertextInputs inputs(kResidues, i % kMaxMessages + 1, random);
    if (i == 0) {
      make_extreme(inputs.first, kResidues);
      make_extreme(inputs.second, kResidues);
    }
    const auto rate = [&] { return i % 2 == 0 ? 0 : static_cast<std::uint32_t>(rates() % 150); };
    device.set_stalls({.input = rate(), .output = rate(), .seed = rates()});
    const auto product = inputs.simulated(kResidues, device);
    require(inputs.run(product) == inputs.judged(kResidues), "a ciphertext differs from GMP");
    // The keys stay: another call sends none.
    require(inputs.run(product) == inputs.judged(kResidues), "the ciphertext after another");
    std::printf("%zu ciphertexts equal\n", inputs.first.messages());
  }
}

// A circuit that was reset has forgotten its key, and says so; with another one it goes on.
void run_reset(std::uint64_t seed) {
  ResidueDevice device({.seed = seed});
  SeededValues random(seed);
  const Inputs inputs(kResidues, 1, random);
  const auto product = EncryptionProduct::simulated(kResidues, inputs.key, device);
  device.interrupt(std::vector<Burst>(100), 50 + seed % 50);
  try {
    static_cast<void>(inputs.run(product));
    require(false, "a product without a key");
  } catch (const Error& error) {
    require(error.code() == ErrorCode::input_output, "the wrong error for a lost key");
  }
  const auto again = EncryptionProduct::simulated(kResidues, inputs.key, device);
  require(inputs.run(again) == inputs.judged(kResidues), "the product after a reset");
}

// A line of cycles.txt: a call of the public interface whose results are GMP's.
void write_cycles(const char* design, std::uint32_t interval, const Inputs& inputs,
                  const EncryptionProduct& product, const auto& last_prime) {
  auto workspace = product.workspace();
  testing::Words results(inputs.u.size() * kChunks);
  const Traffic t = product.multiply_add(results, inputs.u, inputs.errors, workspace);
  require(results == inputs.judged(product.modulus()), "a counted product differs from GMP");
  std::printf("%-9s %zu %u %8llu %8llu %7llu %6llu %6llu\n", design, inputs.messages(), interval,
              static_cast<unsigned long long>(t.bytes_to_device),
              static_cast<unsigned long long>(t.bytes_from_device),
              static_cast<unsigned long long>(t.cycles),
              static_cast<unsigned long long>(t.first_output_cycle),
              static_cast<unsigned long long>(last_prime(t)));
}

void residue_cycles() {
  ResidueDevice device;
  SeededValues random(1);
  for (const std::uint32_t interval : {1U, 2U}) {
    device.set_stalls({.interval = interval});
    for (const std::size_t messages : {std::size_t{1}, kMaxMessages}) {
      const Inputs inputs(kResidues, messages, random);
      const auto product = EncryptionProduct::simulated(kResidues, inputs.key, device);
      write_cycles("residue", interval, inputs, product, [&](const Traffic&) {
        return device.arrivals()[(messages * kChunks - 1) * detail::kResultBursts];
      });
    }
  }
}

void karatsuba_cycles() {
  KaratsubaDevice device;
  SeededValues random(2);
  for (const std::size_t messages : {std::size_t{1}, kMaxMessages}) {
    const Inputs inputs(kPower, messages, random);
    const auto product = EncryptionProduct::simulated(kPower, inputs.key, device);
    write_cycles("karatsuba", 1, inputs, product,
                 [](const Traffic& t) { return t.first_output_cycle; });
  }
}

}  // namespace
}  // namespace lath::hardware

int main(int argc, char** argv) {
  using namespace lath::hardware;
  const std::string what = argc > 1 ? argv[1] : "";
  const bool counts = what == "cycles";
  if (!counts && (argc < 4 || (what != "karatsuba" && what != "residue"))) return 2;
  try {
    if (counts) {
      std::puts("# design messages interval bytes-in bytes-out cycles first-output last-prime");
      residue_cycles();
      karatsuba_cycles();
      return 0;
    }
    const auto runs = std::strtoull(argv[2], nullptr, 10),
               seed = std::strtoull(argv[3], nullptr, 10);
    if (what == "karatsuba") {
      run<KaratsubaDevice>(kPower, runs, seed);
      run<KaratsubaDevice>(CoefficientModulus::power_of_two(125), (runs + 3) / 4, seed);
    } else {
      run<ResidueDevice>(kResidues, runs, seed);
      run_ciphertexts(runs, seed);
      run_reset(seed);
    }
  } catch (const std::exception& error) {
    std::printf("FAILED: %s\n", error.what());
    return 1;
  }
  std::puts("ok");
  return 0;
}
