// SPDX-License-Identifier: Apache-2.0
//
// Ring-LWE public-key encryption: whole operations as a user calls them, randomness included; and
// table 4 of the NFLlib paper, many packed ciphertexts under one key beside OpenSSL's key
// exchanges.

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "key_exchange/openssl.hpp"
#include "lath/base/threads.hpp"
#include "lath/pke/rlwe.hpp"
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

// What one iteration of table 4 computes with.
constexpr std::size_t kBatch = 1024;

struct Batch {
  explicit Batch(const rlwe::Parameters& set)
      : scheme(rlwe::Scheme::create_insecure(set)),
        generator(fresh_generator()),
        keys(scheme.generate_keys(generator)),
        messages(kBatch * set.message_bytes),
        found(messages.size()),
        ciphertexts(kBatch * scheme.ciphertext_bytes()) {
    generator.fill(messages);
    encrypt();
  }
  void encrypt() { scheme.encrypt_packed(keys.public_key, messages, ciphertexts, generator); }
  // Whether all were in range.
  bool decrypt() { return scheme.decrypt_packed(keys.secret_key, ciphertexts, found).empty(); }

  rlwe::Scheme scheme;
  Generator generator;
  rlwe::KeyPair keys;
  std::vector<std::byte> messages, found, ciphertexts;
};

// For all that follows.
void use_threads(int count) { set_threads(static_cast<std::size_t>(count)); }

int all_threads() {
  static const auto count = static_cast<int>(threads());
  return count;
}

void report_operations(benchmark::State& state, std::size_t each) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(each));
}

void decrypt_batch(benchmark::State& state, const rlwe::Parameters& set, int threads) {
  Batch batch(set);
  use_threads(threads);
  if (!batch.decrypt() || batch.found != batch.messages) state.SkipWithError("wrong messages");
  for (auto _ : state) benchmark::DoNotOptimize(batch.decrypt());
  report_operations(state, kBatch);
  use_threads(all_threads());
}

void encrypt_batch(benchmark::State& state, const rlwe::Parameters& set, int threads) {
  Batch batch(set);
  use_threads(threads);
  for (auto _ : state) batch.encrypt();
  if (!batch.decrypt() || batch.found != batch.messages) state.SkipWithError("wrong messages");
  report_operations(state, kBatch);
  use_threads(all_threads());
}

void exchange_keys(benchmark::State& state, const std::string& name) {
  KeyExchange exchange(name);
  for (auto _ : state) {
    if (!exchange.run()) state.SkipWithError("another secret");
  }
  report_operations(state, 1);
}

auto* register_row(const std::string& row, int threads, const auto& run) {
  const std::string name = "table_4/" + row + (threads == 1 ? "/one" : "/all");
  auto* benchmark = benchmark::RegisterBenchmark(name.c_str(), run)->Unit(benchmark::kMicrosecond);
  // The time of one thread leaves out what other programs take; that of several has to be real.
  if (threads != 1) benchmark->UseRealTime();
  return benchmark;
}

void register_table_4(int threads) {
  const auto sets = rlwe::insecure_nfllib_parameters();
  for (const rlwe::Parameters& set : {sets[0], sets[1], rlwe::recommended_parameters()}) {
    std::string name = std::to_string(set.degree);
    name += "x14";
    register_row("rlwe_decrypt/" + name, threads,
                 [=](benchmark::State& state) { decrypt_batch(state, set, threads); });
    register_row("rlwe_encrypt/" + name, threads,
                 [=](benchmark::State& state) { encrypt_batch(state, set, threads); });
  }
  for (const std::string exchange : {"rsa-2048", "rsa-3072", "rsa-4096", "p-256", "x25519"}) {
    register_row(exchange, threads, [=](benchmark::State& state) {
      exchange_keys(state, exchange);
    })->Threads(threads);
  }
}

}  // namespace

void register_benchmarks() {
  benchmark::AddCustomContext("openssl", openssl_version());
  const auto scheme = rlwe::Scheme::create(rlwe::recommended_parameters());
  const auto add = [&](const char* name, void (*run)(benchmark::State&, const rlwe::Scheme&)) {
    benchmark::RegisterBenchmark(name, run, scheme)->Unit(benchmark::kMicrosecond);
  };
  add("rlwe_generate_keys", generate_keys);
  add("rlwe_encrypt", encrypt);
  add("rlwe_decrypt", decrypt);
  register_table_4(1);
  if (all_threads() > 1) register_table_4(all_threads());
}

}  // namespace lath::bench
