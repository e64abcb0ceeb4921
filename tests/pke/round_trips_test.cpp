// SPDX-License-Identifier: Apache-2.0
//
// Every recommended parameter set decrypts what it encrypted, many times; sets that can fail do so
// as often as failure_probability() says. LATH_TEST_ROUNDS is the number of encryptions of each
// set, with a new key for every 64 of them: see round_trips_at_full_size.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <type_traits>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/key_encapsulation.hpp"
#include "lath/pke/public_key_scheme.hpp"
#include "pke/rlwe_cases.hpp"
#include "pke/scheme_cases.hpp"

namespace lath {
namespace {

constexpr std::size_t kRoundsOfAKey = 64;

std::size_t rounds(std::size_t usual) {
  const char* wanted = std::getenv("LATH_TEST_ROUNDS");
  return wanted == nullptr ? usual : std::strtoull(wanted, nullptr, 10);
}

/// Encrypts and decrypts `count` messages, and expects each of them back.
template <PublicKeyScheme Scheme>
void expect_messages_back(const Scheme& scheme, const std::string& name, std::size_t count) {
  auto generator = testing::generator_of("round trips " + name);
  std::size_t done = 0, wrong = 0;
  while (done < count) {
    const auto keys = scheme.generate_keys(generator);
    for (std::size_t i = 0; i < kRoundsOfAKey && done < count; ++i, ++done) {
      const auto message = testing::random_message(scheme, generator);
      const auto sent = scheme.encrypt(keys.public_key, message, generator);
      const auto found = scheme.decrypt(keys.secret_key, sent);
      wrong += std::ranges::equal(found.span(), message.span()) ? 0 : 1;
    }
  }
  std::printf("%s: %zu encryptions, %zu wrong\n", name.c_str(), done, wrong);
  std::fflush(stdout);
  EXPECT_EQ(wrong, 0U);
}

/// The same for secrets that are encapsulated.
template <KeyEncapsulation Kem>
void expect_secrets_back(const Kem& kem, std::size_t count) {
  auto generator = testing::generator_of("round trips " + kem.name());
  std::size_t done = 0, wrong = 0;
  while (done < count) {
    const auto keys = kem.generate_keys(generator);
    for (std::size_t i = 0; i < kRoundsOfAKey && done < count; ++i, ++done) {
      const auto sent = kem.encapsulate(keys.public_key.span(), generator);
      const auto found = kem.decapsulate(keys.secret_key.span(), sent.ciphertext.span());
      wrong += ct::equal(found.span(), sent.secret.span()) ? 0 : 1;
    }
  }
  std::printf("%s: %zu encapsulations, %zu wrong\n", kem.name().c_str(), done, wrong);
  std::fflush(stdout);
  EXPECT_EQ(wrong, 0U);
}

constexpr SecurityLevel kLevels[] = {SecurityLevel::bits128, SecurityLevel::bits192,
                                     SecurityLevel::bits256};

std::string name_of(const char* scheme, SecurityLevel level) {
  return std::string(scheme) + " " + std::to_string(static_cast<int>(level));
}

TEST(RoundTrips, OfMlKem) {
  expect_secrets_back(ml_kem::Kem<512>(), rounds(100));
  expect_secrets_back(ml_kem::Kem<768>(), rounds(100));
  expect_secrets_back(ml_kem::Kem<1024>(), rounds(100));
}

TEST(RoundTrips, OfRingLwe) {
  for (const SecurityLevel level : kLevels) {
    const auto scheme = rlwe::Scheme::create(rlwe::recommended_parameters(level));
    expect_messages_back(scheme, name_of("Ring-LWE", level), rounds(100));
    expect_secrets_back(FujisakiOkamoto(scheme), rounds(50));
  }
}

TEST(RoundTrips, OfModuleLwe) {
  for (const SecurityLevel level : kLevels) {
    const auto scheme = mlwe::Scheme::create(mlwe::recommended_parameters(level));
    expect_messages_back(scheme, name_of("Module-LWE", level), rounds(50));
    expect_secrets_back(FujisakiOkamoto(scheme), rounds(50));
  }
}

TEST(RoundTrips, OfLwe) {
  for (const SecurityLevel level : kLevels) {
    expect_messages_back(lwe::Scheme::create(lwe::recommended_parameters(level)),
                         name_of("LWE", level), rounds(3));
  }
}

/// The rate at which coefficients of messages of one value fail, which is computed exactly.
template <class Scheme>
void expect_computed_rate(const Scheme& scheme, const DecryptionNoise& noise,
                          const std::string& name, std::size_t count) {
  auto generator = testing::generator_of("rate of " + name);
  for (std::uint32_t m = 0; m < noise.plaintext_modulus; ++m) {
    const double rate = failure_probability(noise, m);
    const auto wrong = testing::failures(scheme, m, count, generator);
    double sum = 0;
    for (const double x : wrong) sum += x;
    const double coefficients = static_cast<double>(noise.coefficients * count);
    std::printf(
        "%s, messages of %u: %.0f of %.0f coefficients wrong, a rate of %.4g; computed %.4g\n",
        name.c_str(), m, sum, coefficients, sum / coefficients, rate);
    testing::expect_mean(wrong, rate * static_cast<double>(noise.coefficients));
  }
}

// Noise that exceeds what the modulus bears once in a hundred or in thousands of coefficients.
TEST(RoundTrips, FailAsOftenAsComputedInModuleLwe) {
  for (const std::uint64_t q : {193U, 257U}) {
    const mlwe::Parameters parameters{.degree = 64,
                                      .rows = 3,
                                      .columns = 2,
                                      .message_rows = 2,
                                      .message_columns = 2,
                                      .modulus = q,
                                      .plaintext_modulus = 3,
                                      .noise = 1};
    expect_computed_rate(mlwe::Scheme::create_insecure(parameters),
                         mlwe::decryption_noise(parameters), "Module-LWE, q = " + std::to_string(q),
                         rounds(300));
  }
}

TEST(RoundTrips, FailAsOftenAsComputedInLwe) {
  for (const std::uint64_t q : {400U, 500U}) {
    const lwe::Parameters parameters{.rows = 100,
                                     .columns = 80,
                                     .message_rows = 4,
                                     .message_columns = 5,
                                     .modulus = q,
                                     .plaintext_modulus = 3,
                                     .noise = 2};
    expect_computed_rate(lwe::Scheme::create_insecure(parameters),
                         lwe::decryption_noise(parameters), "LWE, q = " + std::to_string(q),
                         rounds(300));
  }
}

}  // namespace
}  // namespace lath
