// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/plain_polynomial.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/plaintext.hpp"

/// Parameters, values and polynomials for tests of encoders.
namespace lath::he::testing {

using lath::testing::PlainPolynomial;
using lath::testing::SeededValues;
using Words = std::vector<std::uint64_t>;

inline constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
inline constexpr auto kMost = std::numeric_limits<std::int64_t>::max();

inline bfv::Parameters parameters_of(std::size_t degree, std::uint64_t t) {
  return bfv::Parameters::create_insecure({.degree = degree,
                                           .plaintext_modulus = t,
                                           .prime_bits = {40, 40},
                                           .special_prime_bits = {40}});
}

inline Words words_of(std::span<const std::uint64_t> a) { return {a.begin(), a.end()}; }
inline Words words_of(const Buffer<std::uint64_t, Secret>& a) { return words_of(a.span()); }
inline Words words_of(const Plaintext& a) { return words_of(a.coefficients()); }

inline std::uint64_t times(std::uint64_t a, std::uint64_t b, std::uint64_t t) {
  return static_cast<std::uint64_t>(uint128{a} * b % t);
}

inline std::uint64_t power(std::uint64_t a, std::uint64_t e, std::uint64_t t) {
  std::uint64_t result = 1 % t;
  for (; e != 0; e >>= 1, a = times(a, a, t)) {
    if ((e & 1) != 0) result = times(result, a, t);
  }
  return result;
}

inline std::uint64_t value_at(const Words& a, std::uint64_t x, std::uint64_t t) {
  std::uint64_t value = 0;
  for (std::size_t i = a.size(); i-- > 0;) value = (times(value, x, t) + a[i]) % t;
  return value;
}

inline PlainPolynomial polynomial_of(const Words& a, std::uint64_t t) {
  PlainPolynomial result(a.size(), t);
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i];
  return result;
}
inline Words product_of(const Words& a, const Words& b, std::uint64_t t) {
  return (polynomial_of(a, t) * polynomial_of(b, t)).coefficients();
}
/// a(x^g).
inline Words substituted(const Words& a, std::uint64_t g, std::uint64_t t) {
  return polynomial_of(a, t).substituted(g).coefficients();
}

/// Words below t; 0, 1 and t - 1 among them.
inline Words random_words(std::size_t count, std::uint64_t t, SeededValues& values) {
  Words a(count);
  for (std::uint64_t& word : a) word = values.below(t);
  const Words ends{0, 1, t - 1};
  for (std::size_t i = 0; i < ends.size() && i < count; ++i) a[values.below(count)] = ends[i];
  return a;
}

}  // namespace lath::he::testing
