// SPDX-License-Identifier: Apache-2.0
//
// ML-KEM: whole operations as a user calls them, randomness included.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <string>

#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ml_kem/packed.hpp"
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

// Operations that a server has waiting. Each of them counts as an iteration.
constexpr std::size_t kPacked = 64;

template <unsigned kSet>
struct Packed {
  Generator generator = fresh_generator();
  Buffer<std::byte> public_keys{kPacked * ml_kem::PublicKey<kSet>::kBytes};
  Buffer<std::byte, Secret> secret_keys{kPacked * ml_kem::SecretKey<kSet>::kBytes};
  Buffer<std::byte> ciphertexts{kPacked * ml_kem::Ciphertext<kSet>::kBytes};
  Buffer<std::byte, Secret> secrets{kPacked * 32};

  Packed() {
    generate_keys();
    encapsulate();
  }
  void generate_keys() {
    ml_kem::generate_keys_packed<kSet>(public_keys.span(), secret_keys.span(), generator);
  }
  void encapsulate() {
    (void)ml_kem::encapsulate_packed<kSet>(public_keys.span(), ciphertexts.span(), secrets.span(),
                                           generator);
  }
  void decapsulate() {
    (void)ml_kem::decapsulate_packed<kSet>(secret_keys.span(), ciphertexts.span(), secrets.span());
  }
  void encapsulate_to_one() {
    const auto key = ml_kem::PublicKey<kSet>::from_bytes(
        public_keys.span().first(ml_kem::PublicKey<kSet>::kBytes));
    ml_kem::encapsulate_packed(key, ciphertexts.span(), secrets.span(), generator);
  }
  void decapsulate_with_one() {
    const auto key = ml_kem::SecretKey<kSet>::from_bytes(
        secret_keys.span().first(ml_kem::SecretKey<kSet>::kBytes));
    ml_kem::decapsulate_packed(key, ciphertexts.span(), secrets.span());
  }
};

template <unsigned kSet, void (Packed<kSet>::*kOperation)()>
void packed(benchmark::State& state) {
  Packed<kSet> all;
  while (state.KeepRunningBatch(kPacked)) (all.*kOperation)();
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
  // 64 operations at a time, the time of one: with a key for each, and with one key for all.
  add("ml_kem_generate_keys_packed", packed<kSet, &Packed<kSet>::generate_keys>);
  add("ml_kem_encapsulate_packed", packed<kSet, &Packed<kSet>::encapsulate>);
  add("ml_kem_decapsulate_packed", packed<kSet, &Packed<kSet>::decapsulate>);
  add("ml_kem_encapsulate_packed_one_key", packed<kSet, &Packed<kSet>::encapsulate_to_one>);
  add("ml_kem_decapsulate_packed_one_key", packed<kSet, &Packed<kSet>::decapsulate_with_one>);
}

}  // namespace

void register_benchmarks() {
  register_set<512>();
  register_set<768>();
  register_set<1024>();
}

}  // namespace lath::bench
