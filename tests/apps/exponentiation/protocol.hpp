// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/wide/natural_arithmetic.hpp"
#include "base/seeded_values.hpp"
#include "lath/apps/exponentiation.hpp"
#include "lath/arith/natural.hpp"
#include "lath/random/generator.hpp"

namespace lath::testing {

/// An odd modulus of exactly so many bits, a multiple of 32.
inline Natural odd_modulus(SeededValues& values, std::size_t bits) {
  std::vector<std::uint64_t> words((bits + 63) / 64);
  for (std::uint64_t& word : words) word = values.next();
  words.back() >>= 64 * words.size() - bits;
  words.back() |= std::uint64_t{1} << ((bits - 1) % 64);
  words[0] |= 1;
  return Natural::from_words(words);
}

/// Bases in all slots, among them 0, 1 and N - 1.
inline he::WideValues some_bases(SeededValues& values, const Natural& modulus,
                                 const apps::ExponentiationSizes& sizes) {
  he::WideValues result(sizes.bases, sizes.words);
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::vector<std::uint64_t> words(result.words());
    for (std::uint64_t& word : words) word = values.next();
    Natural base = detail::remainder_vartime(Natural::from_words(words), modulus);
    if (i < 2) base = i;
    if (i == 2) base = detail::difference_vartime(modulus, 1);
    std::ranges::copy(base.words(), result[i].begin());
  }
  return result;
}

/// Compares all results with powers by OpenSSL.
inline void expect_powers_of(const he::WideValues& bases, std::span<const std::uint64_t> exponent,
                             const Natural& modulus, const he::WideValues& results) {
  ASSERT_EQ(results.size(), bases.size());
  const Natural d = Natural::from_words(exponent);
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const Natural power = detail::power_modulo_vartime(Natural::from_words(bases[i]), d, modulus);
    ASSERT_EQ(Natural::from_words(results[i]), power) << "slot " << i;
  }
}

/// A client and a server that exchange bytes.
struct ExponentiationPair {
  Generator generator = Generator::from_seed(Seed{}, "exponentiations");
  Natural modulus;
  apps::ExponentiationClient client;
  Buffer<std::byte> setup = client.setup(generator);
  apps::ExponentiationServer server{setup.span()};

  ExponentiationPair(const Natural& n, const apps::ExponentiationOptions& options)
      : modulus(n), client(apps::ExponentiationClient::create_insecure(n, generator, options)) {}

  [[nodiscard]] he::WideValues bases(SeededValues& values) const {
    return some_bases(values, modulus, client.sizes());
  }
  /// All answers for groups `first` to `last` - 1.
  [[nodiscard]] std::vector<Buffer<std::byte>> answers(const he::WideValues& bases,
                                                       std::size_t first, std::size_t last) {
    std::vector<Buffer<std::byte>> result;
    server.answer(bases, first, last,
                  [&](std::span<const std::byte> answer) { result.emplace_back(answer); });
    return result;
  }
  /// The whole protocol.
  void expect_powers(const he::WideValues& bases, std::span<const std::uint64_t> exponent) {
    const Buffer<std::byte> query = client.query(exponent, generator);
    server.load(query.span());
    Generator smudging = Generator::from_seed(Seed{}, "smudging");
    server.answer(bases,
                  [&](std::span<const std::byte> answer) { client.take(answer, &smudging); });
    expect_powers_of(bases, exponent, modulus, client.results());
  }
};

}  // namespace lath::testing
