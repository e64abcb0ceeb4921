// SPDX-License-Identifier: Apache-2.0
//
// ML-KEM: whole operations as a user calls them, randomness included.

#include <benchmark/benchmark.h>

#include <string>

#include "lath/ml_kem/ml_kem.hpp"
#include "lath/random/generator.hpp"
#include "suite.hpp"

namespace lath::bench {
namespace {

Generator fresh_generator() { return Generator::from_seed(Seed{}, "bench ml_kem"); }

template <unsigned kSet>
void generate_keys(benchmark::State& state) {
  Generator generator = fresh_generator();
  static_cast<void>(ml_kem::generate_keys<kSet>(generator));  // plans are made on first use
  for (auto _ : state) benchmark::DoNotOptimize(ml_kem::generate_keys<kSet>(generator));
}

template <unsigned kSet>
void encapsulate(benchmark::State& state) {
  Generator generator = fresh_generator();
  const auto keys = ml_kem::generate_keys<kSet>(generator);
  for (auto _ : state) {
    benchmark::DoNotOptimize(ml_kem::encapsulate(keys.public_key, generator));
  }
}

template <unsigned kSet>
void decapsulate(benchmark::State& state) {
  Generator generator = fresh_generator();
  const auto keys = ml_kem::generate_keys<kSet>(generator);
  const auto sent = ml_kem::encapsulate(keys.public_key, generator);
  for (auto _ : state) {
    benchmark::DoNotOptimize(ml_kem::decapsulate(keys.secret_key, sent.ciphertext));
  }
}

template <unsigned kSet>
void register_set() {
  const auto add = [](std::string name, void (*operation)(benchmark::State&)) {
    name += '/';
    name += std::to_string(kSet);
    benchmark::RegisterBenchmark(name.c_str(), operation)->Unit(benchmark::kMicrosecond);
  };
  add("ml_kem_generate_keys", generate_keys<kSet>);
  add("ml_kem_encapsulate", encapsulate<kSet>);
  add("ml_kem_decapsulate", decapsulate<kSet>);
}

}  // namespace

void register_benchmarks() {
  register_set<512>();
  register_set<768>();
  register_set<1024>();
}

}  // namespace lath::bench
