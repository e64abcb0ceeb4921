// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/random/samplers.hpp"

namespace lath::testing {

inline Generator generator_of(const std::string& test, std::uint64_t seed = 0) {
  return Generator::from_seed(Seed(), test + " " + std::to_string(seed));
}

/// A uniform message of an LWE or Module-LWE scheme, and one whose coefficients are all `value`.
template <class Scheme>
Buffer<std::uint32_t, Secret> random_message(const Scheme& scheme, Generator& generator) {
  Buffer<std::uint32_t, Secret> message(scheme.message_size());
  sample_uniform(message.span(), scheme.parameters().plaintext_modulus, generator);
  return message;
}
template <class Scheme>
Buffer<std::uint32_t, Secret> constant_message(const Scheme& scheme, std::uint32_t value) {
  Buffer<std::uint32_t, Secret> message(scheme.message_size());
  std::ranges::fill(message.span(), value);
  return message;
}

inline bool equal(const Buffer<std::uint32_t, Secret>& a, const Buffer<std::uint32_t, Secret>& b) {
  return std::ranges::equal(a.span(), b.span());
}

/// How many coefficients of a new message, all of them `value`, decrypt to something else under a
/// new key, for each of `rounds` keys.
template <class Scheme>
std::vector<double> failures(const Scheme& scheme, std::uint32_t value, std::size_t rounds,
                             Generator& generator) {
  const auto message = constant_message(scheme, value);
  std::vector<double> counts;
  while (counts.size() < rounds) {
    const auto keys = scheme.generate_keys(generator);
    const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
    const auto found = scheme.decrypt(keys.secret_key, ciphertext);
    std::size_t wrong = 0;
    for (const std::uint32_t x : found.span()) wrong += x == value ? 0 : 1;
    counts.push_back(static_cast<double>(wrong));
  }
  return counts;
}

/// Expects that the mean of `counts` is `expected` within three of its standard deviations, which
/// are taken from the counts, since the coefficients of one message depend on each other.
inline void expect_mean(const std::vector<double>& counts, double expected) {
  const auto n = static_cast<double>(counts.size());
  double mean = 0, variance = 0;
  for (const double x : counts) mean += x / n;
  for (const double x : counts) variance += (x - mean) * (x - mean) / (n - 1);
  EXPECT_GT(mean, 0);
  EXPECT_NEAR(mean, expected, 3 * std::sqrt(variance / n));
}

}  // namespace lath::testing
