// SPDX-License-Identifier: Apache-2.0
//
// Products P U + E of one key: the software half of the accelerator of hardware/karatsuba, step by
// step, and the backends that need no device. Names end in the number of messages.
#include <benchmark/benchmark.h>

#include <initializer_list>
#include <memory>
#include <string>

#include "lath/arith/primes.hpp"
#include "lath/hardware/encryption_product.hpp"
#include "software_half.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

using hardware::CoefficientModulus;
using hardware::EncryptionProduct;
using hardware::kChunks;
using hardware::kDegree;
using hardware::bench::SoftwareHalf;

template <class Action>
void add(const std::string& name, std::size_t messages, const Action& action) {
  benchmark::RegisterBenchmark((name + "/" + std::to_string(messages)).c_str(),
                               [=](benchmark::State& state) {
                                 for ([[maybe_unused]] auto _ : state) {
                                   action();
                                   benchmark::ClobberMemory();
                                 }
                               })
      ->Unit(benchmark::kMicrosecond);
}

void add_software_half(std::size_t messages) {
  const auto half = std::make_shared<SoftwareHalf>(messages);
  const std::string name = "software_half/";
  add(name + "total_with_key_recursion", messages, [=] {
    half->recurse_key();
    half->before();
    half->after();
  });
  add(name + "total_with_cached_key", messages, [=] {
    half->before();
    half->after();
  });
  add(name + "key_recursion", messages, [=] { half->recurse_key(); });
  add(name + "binary_recursion", messages, [=] { half->recurse_binary(); });
  add(name + "request", messages, [=] { half->write_request(); });
  add(name + "answer_check", messages, [=] { half->check_answer(); });
  add(name + "post_recursion", messages, [=] { half->join(); });
  add(name + "phi_reduction", messages, [=] { half->reduce(); });
  add(name + "finish", messages, [=] { half->finish(); });
}

CoefficientModulus five_primes() {
  std::vector<std::uint32_t> primes;
  for (const std::uint64_t p : ntt_primes(27, 4096, kChunks)) {
    primes.push_back(static_cast<std::uint32_t>(p));
  }
  return CoefficientModulus::product_of(primes);
}

// All messages of a call, with a key that was prepared.
void add_product(const std::string& name, const EncryptionProduct& product, std::size_t messages) {
  const auto memory = std::make_shared<EncryptionProduct::Workspace>(product.workspace());
  const auto u = hardware::bench::random_small(messages * kDegree, 1);
  const auto errors = hardware::bench::random_small(messages * kDegree, 8);
  const auto results = std::make_shared<std::vector<std::uint32_t>>(u.size() * kChunks);
  add(name, messages, [=] { product.multiply_add(*results, u, errors, *memory); });
}

}  // namespace

void register_benchmarks() {
  const auto power = CoefficientModulus::power_of_two(135), primes = five_primes();
  const auto key = hardware::bench::random_key(power);
  const auto karatsuba = EncryptionProduct::karatsuba(power, key);
  const auto transform = EncryptionProduct::transform(power, key);
  const auto residues = EncryptionProduct::transform(primes, hardware::bench::random_key(primes));
  for (const std::size_t messages : std::initializer_list<std::size_t>{1, 2, 3, 4}) {
    if (messages == 1 || messages == 4) add_software_half(messages);
    add_product("karatsuba/q135", karatsuba, messages);
    add_product("transform/q135", transform, messages);
    add_product("transform/five_primes", residues, messages);
  }
}

}  // namespace lath::bench
