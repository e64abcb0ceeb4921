// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/wide_integer.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <vector>

#include "arith/multiword.hpp"
#include "base/seeded_values.hpp"

namespace lath {
namespace {

using testing::SeededValues;

mpz_class natural(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  return x;
}

// Random words, with long runs of ones and zeros, along which carries travel.
void fill(std::span<std::uint64_t> words, SeededValues& random) {
  for (std::uint64_t& word : words) {
    const std::uint64_t kind = random.below(4);
    word = kind == 0 ? 0 : kind == 1 ? ~std::uint64_t{0} : random.next();
  }
}

template <std::size_t Words>
void expect_arithmetic_of_integers(std::uint64_t seed) {
  SeededValues random(seed);
  SCOPED_TRACE(random.label());
  const mpz_class range = mpz_class(1) << (64 * Words);
  for (int i = 0; i < 200; ++i) {
    WideInteger<Words> a, b;
    fill(a.words, random);
    fill(b.words, random);
    if (i == 0) b = a;
    const mpz_class x = natural(a.words), y = natural(b.words);
    const auto wrapped = [&](const mpz_class& value) -> mpz_class {
      mpz_class r;
      mpz_fdiv_r(r.get_mpz_t(), value.get_mpz_t(), range.get_mpz_t());
      return r;
    };
    ASSERT_EQ(natural((a + b).words), wrapped(x + y));
    ASSERT_EQ(natural((a - b).words), wrapped(x - y));
    ASSERT_EQ(natural((-a).words), wrapped(-x));
    ASSERT_EQ(natural((a * b).words), wrapped(x * y));
    ASSERT_EQ(a == b, x == y);
    ASSERT_EQ(a < b, x < y);
    const mpz_class as_signed = a.is_negative() ? mpz_class(x - range) : x;
    ASSERT_EQ(natural(a.magnitude().words), abs(as_signed));
    ASSERT_EQ(decimal_vartime(a), x.get_str());
    ASSERT_EQ(signed_decimal_vartime(a), as_signed.get_str());
  }
}

TEST(WideInteger, CountsAsIntegersModuloAPowerOfTwo) {
  expect_arithmetic_of_integers<1>(1);
  expect_arithmetic_of_integers<2>(2);
  expect_arithmetic_of_integers<3>(3);
  expect_arithmetic_of_integers<4>(4);
  expect_arithmetic_of_integers<9>(5);
}

TEST(WideInteger, ExtendsTheSign) {
  EXPECT_EQ(signed_decimal_vartime(WideInteger<3>::from_signed(-5)), "-5");
  EXPECT_EQ(signed_decimal_vartime(WideInteger<3>::from_signed(5)), "5");
  EXPECT_EQ(signed_decimal_vartime(WideInteger<1>::from_signed(INT64_MIN)), "-9223372036854775808");
  EXPECT_EQ(decimal_vartime(WideInteger<2>()), "0");
}

TEST(Multiword, MultipliesAsGmpDoes) {
  for (std::size_t n = 1; n < 300; n += n < 140 ? 1 : 23) {
    SeededValues random(n);
    SCOPED_TRACE(random.label());
    for (int round = 0; round < 4; ++round) {
      std::vector<std::uint64_t> a(n), b(n), out(2 * n),
          scratch(detail::multiword::multiply_scratch(n));
      fill(a, random);
      fill(b, random);
      if (round == 0) a.assign(n, ~std::uint64_t{0});
      if (round <= 1) b.assign(n, ~std::uint64_t{0});
      detail::multiword::multiply(out.data(), a.data(), b.data(), n, scratch.data());
      ASSERT_EQ(natural(out), natural(a) * natural(b));
    }
  }
}

// out -+ a b with every kind of carry, and what is carried out.
TEST(Multiword, AddsAndSubtractsProducts) {
  SeededValues random(7);
  SCOPED_TRACE(random.label());
  for (int i = 0; i < 500; ++i) {
    const std::size_t n = 1 + random.below(6);
    std::vector<std::uint64_t> a(n), out(n), factor(1);
    fill(a, random);
    fill(out, random);
    fill(factor, random);
    const mpz_class range = mpz_class(1) << (64 * n);
    const mpz_class before = natural(out), product = natural(a) * natural(factor);
    auto sum = out;
    std::vector<std::uint64_t> carry{
        detail::multiword::add_product(sum.data(), a.data(), n, factor[0])};
    ASSERT_EQ(natural(sum) + natural(carry) * range, before + product);
    carry[0] = detail::multiword::subtract_product(out.data(), a.data(), n, factor[0]);
    ASSERT_EQ(natural(out) - natural(carry) * range, before - product);
  }
}

}  // namespace
}  // namespace lath
