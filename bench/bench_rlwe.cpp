// SPDX-License-Identifier: Apache-2.0
//
// Ring-LWE public-key encryption: whole operations as a user calls them, randomness included.

#include <benchmark/benchmark.h>

#include "lath/lattice/rlwe.hpp"
#include "lath/random/generator.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

Generator fresh_generator() { return Generator::from_seed(Seed{}, "bench rlwe"); }

rlwe::SharedSecret random_secret(Generator& generator) {
  rlwe::SharedSecret secret;
  generator.fill(secret.span());
  return secret;
}

void generate_keys(benchmark::State& state) {
  Generator generator = fresh_generator();
  static_cast<void>(rlwe::ring());  // made on first use
  for (auto _ : state) benchmark::DoNotOptimize(rlwe::generate_keys(generator));
}

void encrypt(benchmark::State& state) {
  Generator generator = fresh_generator();
  const rlwe::KeyPair keys = rlwe::generate_keys(generator);
  const rlwe::SharedSecret secret = random_secret(generator);
  for (auto _ : state) {
    benchmark::DoNotOptimize(rlwe::encrypt(keys.public_key, secret, generator));
  }
}

void decrypt(benchmark::State& state) {
  Generator generator = fresh_generator();
  const rlwe::KeyPair keys = rlwe::generate_keys(generator);
  const rlwe::Ciphertext ciphertext =
      rlwe::encrypt(keys.public_key, random_secret(generator), generator);
  for (auto _ : state) benchmark::DoNotOptimize(rlwe::decrypt(keys.secret_key, ciphertext));
}

}  // namespace

void register_benchmarks() {
  benchmark::RegisterBenchmark("rlwe_generate_keys", generate_keys)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("rlwe_encrypt", encrypt)->Unit(benchmark::kMicrosecond);
  benchmark::RegisterBenchmark("rlwe_decrypt", decrypt)->Unit(benchmark::kMicrosecond);
}

}  // namespace lath::bench
