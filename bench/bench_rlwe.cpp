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

rlwe::Message random_message(const rlwe::Scheme& scheme, Generator& generator) {
  rlwe::Message message(scheme.parameters().message_bytes);
  generator.fill(message.span());
  return message;
}

void generate_keys(benchmark::State& state, const rlwe::Scheme& scheme) {
  Generator generator = fresh_generator();
  for (auto _ : state) benchmark::DoNotOptimize(scheme.generate_keys(generator));
}

void encrypt(benchmark::State& state, const rlwe::Scheme& scheme) {
  Generator generator = fresh_generator();
  const rlwe::KeyPair keys = scheme.generate_keys(generator);
  const rlwe::Message message = random_message(scheme, generator);
  for (auto _ : state) {
    benchmark::DoNotOptimize(scheme.encrypt(keys.public_key, message, generator));
  }
}

void decrypt(benchmark::State& state, const rlwe::Scheme& scheme) {
  Generator generator = fresh_generator();
  const rlwe::KeyPair keys = scheme.generate_keys(generator);
  const rlwe::Ciphertext ciphertext =
      scheme.encrypt(keys.public_key, random_message(scheme, generator), generator);
  for (auto _ : state) benchmark::DoNotOptimize(scheme.decrypt(keys.secret_key, ciphertext));
}

}  // namespace

void register_benchmarks() {
  const auto scheme = rlwe::Scheme::create(rlwe::recommended_parameters());
  const auto add = [&](const char* name, void (*run)(benchmark::State&, const rlwe::Scheme&)) {
    benchmark::RegisterBenchmark(name, run, scheme)->Unit(benchmark::kMicrosecond);
  };
  add("rlwe_generate_keys", generate_keys);
  add("rlwe_encrypt", encrypt);
  add("rlwe_decrypt", decrypt);
}

}  // namespace lath::bench
