// SPDX-License-Identifier: Apache-2.0
//
// For valgrind: all backends with secret U and E, and a device whose answers are secret. Any branch
// or address that depends on them is a finding. See tests/ct.
#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

#include "frames.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/hardware/encryption_product.hpp"
#include "residue_streams.hpp"
#include "tests/ct/results.hpp"

namespace lath::hardware {
namespace {

// Answers with chunks that the binary polynomials determine.
class EchoDevice final : public Device {
 public:
  Transfer transfer(std::span<const Burst> input) override {
    constexpr std::size_t kBursts = 81 * 319 * kChunks;
    Transfer answer;
    answer.output.resize(kBursts);
    for (std::size_t i = 0; i < kBursts; ++i) {
      const auto x = input[1 + i].words[1];
      answer.output[i].words = {x, x * 3, x * 5, x * 7};
    }
    answer.output.push_back(
        detail::answer_status(detail::kKaratsubaFrames, detail::FrameStatus::ok, input.size() - 1));
    return answer;
  }
};

// Answers with residues below 2^26 that U and E determine.
class ResidueEchoDevice final : public Device {
 public:
  Transfer transfer(std::span<const Burst> input) override {
    Transfer answer;
    const std::size_t data = input.size() - 1;
    if (data != detail::kKeyBursts) {
      const std::size_t messages = input[0].words[0] >> 24, keys = input[0].words[1] == 3 ? 2 : 1;
      answer.output.resize(detail::residue_answer_bursts(messages, keys));
      for (std::size_t i = 0; i < answer.output.size(); i += detail::kResultBursts) {
        write_residues(answer.output.data() + i, input.subspan(1));
      }
    }
    answer.output.push_back(
        detail::answer_status(detail::kResidueFrames, detail::FrameStatus::ok, data));
    return answer;
  }

 private:
  static void write_residues(Burst* out, std::span<const Burst> input) {
    for (std::size_t i = 0; i < kDegree; ++i) {
      const std::size_t bit = i * kChunkBits, word = bit / 32;
      const std::uint64_t x = std::uint64_t{input[i % input.size()].words[0] >> 6} << bit % 32;
      out[word / 4].words[word % 4] |= static_cast<std::uint32_t>(x);
      out[(word + 1) / 4].words[(word + 1) % 4] |= static_cast<std::uint32_t>(x >> 32);
    }
  }
};

std::vector<std::int8_t> secrets(std::size_t count, unsigned mask) {
  std::vector<std::int8_t> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = static_cast<std::int8_t>((i * 37 >> 3) & mask);
  ct::poison(values.data(), values.size());
  return values;
}

void run(const std::string& check, const EncryptionProduct& product) {
  auto workspace = product.workspace();
  for (const std::size_t messages : std::initializer_list<std::size_t>{1, 4}) {
    const auto u = secrets(messages * kDegree, 1);
    const auto errors = secrets(messages * kDegree * product.keys(), 255);
    std::vector<std::uint32_t> results(errors.size() * kChunks);
    product.multiply_add(results, u, errors, workspace);
    lath::testing::record(check, results);
  }
}

void run_all() {
  EchoDevice device;
  const std::vector<std::uint32_t> key(kDegree * kChunks, 12345);
  for (const int bits : {125, 135}) {
    const auto q = CoefficientModulus::power_of_two(bits);
    run("hardware transform", EncryptionProduct::transform(q, key));
    run("hardware karatsuba", EncryptionProduct::karatsuba(q, key));
    run("hardware frames", EncryptionProduct::simulated(q, key, device));
  }
  std::vector<std::uint32_t> primes;
  for (const std::uint64_t p : ntt_primes(27, 4096, kChunks)) {
    primes.push_back(static_cast<std::uint32_t>(p));
  }
  run("hardware residues",
      EncryptionProduct::transform(CoefficientModulus::product_of(primes), key));
  ResidueEchoDevice residue_device;
  run("hardware residue frames",
      EncryptionProduct::simulated(CoefficientModulus::residue_design(), key, residue_device));
  run("hardware residue frames of two keys",
      EncryptionProduct::simulated(CoefficientModulus::residue_design(), key, key, residue_device));
}

}  // namespace
}  // namespace lath::hardware

int main() {
  lath::hardware::run_all();
  lath::testing::print_results();
  std::puts("all backends ran with secrets");
  return 0;
}
