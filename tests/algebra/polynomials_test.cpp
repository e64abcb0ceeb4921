// SPDX-License-Identifier: Apache-2.0
//
// Polynomials modulo t against NTL's.
#include "algebra/polynomials.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "algebra/exact_products.hpp"
#include "algebra/field_polynomials.hpp"
#include "algebra/ntl_polynomials.hpp"

namespace lath::detail {
namespace {

using testing::from_words;
using testing::kLargeModuli;
using testing::kSmallModuli;
using testing::random_residues;
using testing::SeededValues;
using testing::to_words;
using testing::Words;

Words all_moduli() {
  Words moduli = kSmallModuli;
  moduli.insert(moduli.end(), kLargeModuli.begin(), kLargeModuli.end());
  return moduli;
}

Coefficients random_monic(std::size_t degree, std::uint64_t t, SeededValues& values) {
  Coefficients f = random_residues(degree, t, values);
  f.push_back(1);
  return f;
}

TEST(Polynomials, AgreeWithProductsAndQuotientsOfNtl) {
  SeededValues values(1);
  for (const std::uint64_t word : all_moduli()) {
    SCOPED_TRACE(word);
    const Modulus t(word);
    testing::set_modulus(word);
    for (const std::size_t size : {1U, 2U, 3U, 17U, 300U}) {
      const Coefficients a = random_residues(size, word, values);
      for (const std::size_t degree : {1U, 2U, 8U, 299U, 301U}) {
        const Coefficients f = random_monic(degree, word, values);
        const NTL::ZZ_pX x = from_words(a), y = from_words(f);
        EXPECT_EQ(product(a, f, t), to_words(x * y, size + degree));
        EXPECT_EQ(from_words(quotient(a, f, t)), x / y);
        EXPECT_EQ(remainder(a, f, t), to_words(x % y, std::min(size, degree)));
      }
      EXPECT_EQ(from_words(derivative(a, t)), NTL::diff(from_words(a)));
    }
  }
}

TEST(Polynomials, AgreeWithPowersOfNtl) {
  SeededValues values(2);
  for (const std::uint64_t word : all_moduli()) {
    SCOPED_TRACE(word);
    const Modulus t(word);
    testing::set_modulus(word);
    for (const std::size_t degree : {1U, 2U, 20U}) {
      const Coefficients a = random_residues(degree + 2, word, values);
      const Coefficients f = random_monic(degree, word, values);
      const NTL::ZZ_pXModulus by(from_words(f));
      for (const long e : {0L, 1L, 2L, 5L, 1000003L}) {
        const Coefficients found = power(a, static_cast<std::uint64_t>(e), f, t);
        EXPECT_TRUE(found.empty() || found.back() != 0);
        EXPECT_EQ(from_words(found), NTL::PowerMod(from_words(a) % by, e, by));
      }
    }
  }
}

// The sequence 0, ..., 0, 1, ... has no shorter recurrence.
TEST(Polynomials, MinimalPolynomialsAreFoundFromRecurrences) {
  SeededValues values(3);
  for (const std::uint64_t word : {std::uint64_t{2}, std::uint64_t{257}, kLargeModuli[1]}) {
    SCOPED_TRACE(word);
    const Modulus p(word);
    testing::set_modulus(word);
    for (const std::size_t degree : {1U, 2U, 7U, 60U}) {
      const Coefficients f = random_monic(degree, word, values);
      Words first(degree);
      first.back() = 1;
      const Words terms = recurrence(first, 2 * degree, f, p);
      for (std::size_t e = 0; e < degree; ++e) {
        NTL::ZZ_p sum;
        for (std::size_t i = 0; i <= degree; ++i) {
          sum += NTL::conv<NTL::ZZ_p>(testing::big(f[i])) *
                 NTL::conv<NTL::ZZ_p>(testing::big(terms[e + i]));
        }
        EXPECT_TRUE(NTL::IsZero(sum));
      }
      EXPECT_EQ(minimal_polynomial(terms, p), f);
    }
  }
}

TEST(Polynomials, AgreeWithCommonDivisorsOfNtl) {
  SeededValues values(4);
  for (const std::uint64_t word : {std::uint64_t{2}, std::uint64_t{257}, kLargeModuli[1]}) {
    SCOPED_TRACE(word);
    const Modulus p(word);
    testing::set_modulus(word);
    for (const std::size_t degree : {1U, 5U, 30U}) {
      const Coefficients common = random_monic(degree, word, values);
      const Coefficients a = product(random_monic(20, word, values), common, p);
      const Coefficients b = product(random_monic(9, word, values), common, p);
      EXPECT_EQ(from_words(greatest_common_divisor(a, b, p)),
                NTL::GCD(from_words(a), from_words(b)));
      EXPECT_EQ(greatest_common_divisor(a, {}, p), a);
      EXPECT_EQ(greatest_common_divisor({0, 0}, b, p), b);
    }
  }
}

// Each term is (t - 1)^2, which is 1 modulo t.
TEST(WideSum, HoldsAnyNumberOfTheLargestProducts) {
  for (const std::uint64_t word : all_moduli()) {
    SCOPED_TRACE(word);
    const Modulus t(word);
    WideSum sum(t);
    for (std::uint64_t count = 1; count <= 2000; ++count) {
      sum.add_product(word - 1, word - 1);
      ASSERT_EQ(sum.value(), count % word);
    }
  }
}

// Sizes below and above the first transform, and the largest coefficients.
TEST(ExactProducts, AgreeWithNtl) {
  SeededValues values(5);
  for (const std::uint64_t word : all_moduli()) {
    SCOPED_TRACE(word);
    const ExactProducts products(Modulus(word), 1100);
    testing::set_modulus(word);
    for (const std::size_t size : {1U, 11U, 12U, 33U, 64U, 500U}) {
      for (const std::size_t other : {1U, 11U, 12U, 32U, 53U, 600U}) {
        const bool largest = size == 500 && other == 600;
        const Words a = largest ? Words(size, word - 1) : random_residues(size, word, values);
        const Words b = largest ? Words(other, word - 1) : random_residues(other, word, values);
        const PreparedPolynomial prepared = products.prepare(b, size);
        const Words expected = to_words(from_words(a) * from_words(b), size + other - 1);
        Words out(expected.size()), lowest((expected.size() + 1) / 2);
        products.multiply(out, a, prepared);
        EXPECT_EQ(out, expected);
        products.multiply(lowest, a, prepared);
        EXPECT_TRUE(std::equal(lowest.begin(), lowest.end(), expected.begin()));
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
