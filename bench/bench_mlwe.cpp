// SPDX-License-Identifier: Apache-2.0
//
// LWE and Module-LWE public-key encryption: whole operations as a user calls them, randomness
// included. The rows named by degree and modulus are those of table 5.2 of the thesis in mlwe.hpp,
// which times key generation, encryption and decryption together: `all` is their sum, and thesis/
// the mean of ten runs beside other ways to multiply.

#include <benchmark/benchmark.h>

#include <optional>
#include <string>

#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/public_key_scheme.hpp"
#include "lath/random/samplers.hpp"
#include "suite.hpp"
#include "thesis/thesis.hpp"

namespace lath::bench {
namespace {

Generator fresh_generator() { return Generator::from_seed(Seed{}, "bench mlwe"); }

template <PublicKeyScheme S>
typename S::Message random_message(const S& scheme, Generator& generator) {
  typename S::Message message(scheme.message_size());
  sample_uniform(message.span(), scheme.parameters().plaintext_modulus, generator);
  return message;
}

template <PublicKeyScheme S>
void generate_keys(benchmark::State& state, const S& scheme) {
  Generator generator = fresh_generator();
  for (auto _ : state) benchmark::DoNotOptimize(scheme.generate_keys(generator));
}

template <PublicKeyScheme S>
void encrypt(benchmark::State& state, const S& scheme) {
  Generator generator = fresh_generator();
  const auto keys = scheme.generate_keys(generator);
  const auto message = random_message(scheme, generator);
  for (auto _ : state) {
    benchmark::DoNotOptimize(scheme.encrypt(keys.public_key, message, generator));
  }
}

template <PublicKeyScheme S>
void decrypt(benchmark::State& state, const S& scheme) {
  Generator generator = fresh_generator();
  const auto keys = scheme.generate_keys(generator);
  const auto ciphertext =
      scheme.encrypt(keys.public_key, random_message(scheme, generator), generator);
  for (auto _ : state) benchmark::DoNotOptimize(scheme.decrypt(keys.secret_key, ciphertext));
}

template <PublicKeyScheme S>
void all(benchmark::State& state, const S& scheme) {
  Generator generator = fresh_generator();
  const auto message = random_message(scheme, generator);
  for (auto _ : state) {
    const auto keys = scheme.generate_keys(generator);
    const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
    benchmark::DoNotOptimize(scheme.decrypt(keys.secret_key, ciphertext));
  }
}

template <PublicKeyScheme S>
void register_scheme(const std::string& name, const S& scheme) {
  const auto add = [&](const char* operation, void (*run)(benchmark::State&, const S&)) {
    benchmark::RegisterBenchmark((name + operation).c_str(), run, scheme)
        ->Unit(benchmark::kMicrosecond);
  };
  add("/generate_keys", generate_keys<S>);
  add("/encrypt", encrypt<S>);
  add("/decrypt", decrypt<S>);
  add("/all", all<S>);
}

// A row of table 5.2, beside the schoolbook and NTL.
void register_row(const mlwe::Parameters& row) {
  const auto scheme = mlwe::Scheme::create_insecure(row);
  register_thesis(row, "lath", kThesisRuns, [scheme](ThesisSeconds& sums) {
    Generator generator = fresh_generator();
    const auto message = random_message(scheme, generator);
    std::optional<mlwe::KeyPair> keys;
    std::optional<mlwe::Ciphertext> ciphertext;
    mlwe::Message found;
    sums[0] += seconds_of([&] { keys = scheme.generate_keys(generator); });
    sums[1] +=
        seconds_of([&] { ciphertext = scheme.encrypt(keys->public_key, message, generator); });
    sums[2] += seconds_of([&] { found = scheme.decrypt(keys->secret_key, *ciphertext); });
    return failure_of(message, found);
  });
  register_ntl(row);
  register_schoolbook(row);
}

}  // namespace

void register_benchmarks() {
  for (const auto level :
       {SecurityLevel::bits128, SecurityLevel::bits192, SecurityLevel::bits256}) {
    const std::string name = "/recommended-" + std::to_string(static_cast<int>(level));
    register_scheme("lwe" + name, lwe::Scheme::create(lwe::recommended_parameters(level)));
    register_scheme("mlwe" + name, mlwe::Scheme::create(mlwe::recommended_parameters(level)));
  }
  for (const mlwe::Parameters& row : mlwe::insecure_thesis_parameters()) {
    register_scheme("mlwe/" + std::to_string(row.degree) + "/" + std::to_string(row.modulus),
                    mlwe::Scheme::create_insecure(row));
    register_row(row);
  }
}

}  // namespace lath::bench
