// SPDX-License-Identifier: Apache-2.0
//
// Integers against the values of their polynomials, in integers of 128 bits.
#include "lath/he/integer_encoder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "base/moved_from.hpp"
#include "he/encoder_cases.hpp"
#include "lath/he/coefficient_encoder.hpp"

namespace lath::he {
namespace {

using lath::testing::expect_error;
using testing::kLeast;
using testing::kMost;
using testing::parameters_of;
using testing::SeededValues;
using testing::Words;
using testing::words_of;
using Integers = std::vector<std::int64_t>;
__extension__ using int128 = __int128;

constexpr std::size_t kDegree = 128;
constexpr std::uint64_t kOdd60 = (std::uint64_t{1} << 60) - 173;

// Integers of all lengths and both signs, and the ends.
Integers integers(SeededValues& values) {
  Integers all{0, 1, -1, 2, -2, 3, -3, kLeast, kLeast + 1, kMost, kMost - 1};
  for (int bits = 1; bits < 64; ++bits) {
    const auto x = static_cast<std::int64_t>(values.next() >> (64 - bits));
    all.insert(all.end(), {x, -x, std::int64_t{1} << (bits - 1), -(std::int64_t{1} << (bits - 1))});
  }
  return all;
}

Integers digits_of(const bfv::Parameters& parameters, const Plaintext& plaintext) {
  const auto digits = CoefficientEncoder(parameters).decode_signed(plaintext);
  return {digits.span().begin(), digits.span().end()};
}

Plaintext plaintext_of(const bfv::Parameters& parameters, const Integers& coefficients) {
  return CoefficientEncoder(parameters).encode_signed(coefficients);
}

// c x^k + d x^l + e.
Plaintext sparse(const bfv::Parameters& parameters, std::pair<std::size_t, std::int64_t> first,
                 std::pair<std::size_t, std::int64_t> second = {1, 0}, std::int64_t last = 0) {
  Integers coefficients(parameters.degree());
  coefficients[first.first] = first.second;
  coefficients[second.first] += second.second;
  coefficients[0] += last;
  return plaintext_of(parameters, coefficients);
}

TEST(IntegerEncoder, DigitsAreBalancedAndHaveTheValue) {
  for (const std::uint64_t t : {std::uint64_t{65537}, kOdd60}) {
    const auto parameters = parameters_of(kDegree, t);
    for (const std::uint64_t base :
         {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{4}, std::uint64_t{5}, std::uint64_t{10},
          std::uint64_t{256}, std::uint64_t{65535}, std::uint64_t{65536}, t}) {
      SeededValues values(base);
      SCOPED_TRACE(values.label() + ", t = " + std::to_string(t));
      const auto encoder = IntegerEncoder::create(parameters, base);
      EXPECT_EQ(encoder.base(), base);
      for (const std::int64_t x : integers(values)) {
        const Plaintext plaintext = encoder.encode(x);
        const Integers digits = digits_of(parameters, plaintext);
        int128 value = 0, power = 1;
        for (const std::int64_t digit : digits) {
          EXPECT_LE(static_cast<std::uint64_t>(digit < 0 ? -digit : digit), base / 2);
          value += power * digit;
          // No digit stands where the power is beyond 2^66.
          if (power > int128{1} << 66) {
            EXPECT_EQ(digit, 0);
          } else {
            power *= static_cast<int128>(base);
          }
        }
        EXPECT_TRUE(value == x) << x;
        EXPECT_EQ(encoder.decode(plaintext), x);
      }
    }
  }
}

TEST(IntegerEncoder, BinaryDigitsAreThoseOfTheMagnitude) {
  const auto parameters = parameters_of(kDegree, 97);
  const auto encoder = IntegerEncoder::create(parameters);
  EXPECT_EQ(encoder.base(), 2U);
  Integers eleven = digits_of(parameters, encoder.encode(11));
  Integers minus_five = digits_of(parameters, encoder.encode(-5));
  eleven.resize(5);
  minus_five.resize(5);
  EXPECT_EQ(eleven, (Integers{1, 1, 0, 1, 0}));
  EXPECT_EQ(minus_five, (Integers{-1, 0, -1, 0, 0}));
}

TEST(IntegerEncoder, SumsAndProductsOfPolynomials) {
  const std::uint64_t t = std::uint64_t{1} << 40;
  const auto parameters = parameters_of(kDegree, t);
  for (const std::uint64_t base : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{1000}}) {
    SeededValues values(base);
    SCOPED_TRACE(values.label());
    const auto encoder = IntegerEncoder::create(parameters, base);
    for (int i = 0; i < 100; ++i) {
      const auto draw = [&] {
        return static_cast<std::int64_t>(values.below(1U << 31)) - (1 << 30);
      };
      const std::int64_t a = draw(), b = draw(), c = draw();
      Words words =
          testing::product_of(words_of(encoder.encode(a)), words_of(encoder.encode(b)), t);
      const Words of_c = words_of(encoder.encode(c));
      for (std::size_t k = 0; k < words.size(); ++k) words[k] = (words[k] + of_c[k]) % t;
      EXPECT_EQ(encoder.decode(Plaintext(parameters, words)), a * b + c);
    }
  }
}

TEST(IntegerEncoder, DecodesExactlyWhatHas64Bits) {
  for (const std::uint64_t t : {std::uint64_t{97}, kOdd60}) {
    const auto parameters = parameters_of(kDegree, t);
    const auto encoder = IntegerEncoder::create(parameters);
    const auto decoded = [&](const Plaintext& x) { return encoder.decode(x); };
    EXPECT_EQ(decoded(sparse(parameters, {63, -1})), kLeast);
    EXPECT_EQ(decoded(sparse(parameters, {63, 1}, {1, 0}, -1)), kMost);
    EXPECT_EQ(decoded(sparse(parameters, {62, 2}, {1, 0}, -1)), kMost);
    // Terms beyond 2^64 that take each other away, where all of them and many are wanted.
    EXPECT_EQ(decoded(sparse(parameters, {127, 1}, {126, -2}, 5)), 5);
    EXPECT_EQ(decoded(sparse(parameters, {65, -3}, {64, 6}, -7)), -7);
    EXPECT_EQ(decoded(sparse(parameters, {64, 1}, {63, -1}, -1)), kMost);
    EXPECT_EQ(decoded(sparse(parameters, {64, -1}, {63, 1})), kLeast);
    for (const Plaintext& bad :
         {sparse(parameters, {63, 1}), sparse(parameters, {63, -1}, {1, 0}, -1),
          sparse(parameters, {64, 1}), sparse(parameters, {64, -1}), sparse(parameters, {65, 1}),
          sparse(parameters, {66, -1}), sparse(parameters, {127, 1}),
          sparse(parameters, {127, 1}, {126, -1}), sparse(parameters, {120, 48}, {110, -48})}) {
      expect_error([&] { (void)encoder.decode(bad); }, ErrorCode::invalid_argument,
                   {"more than 64 bits", "2^63 - 1", "CoefficientEncoder"});
    }
  }
}

// In base 16 the term x^32 is 2^128, which words of 128 bits do not see.
TEST(IntegerEncoder, NoticesPowersBeyondItsWords) {
  const auto parameters = parameters_of(kDegree, kOdd60);
  const auto encoder = IntegerEncoder::create(parameters, 16);
  for (const std::size_t k : {16U, 31U, 32U, 33U, 64U, 127U}) {
    expect_error([&] { (void)encoder.decode(sparse(parameters, {k, 1}, {1, 0}, 9)); },
                 ErrorCode::invalid_argument, {"more than 64 bits"});
  }
  // The largest coefficients in the largest base.
  const auto largest = IntegerEncoder::create(parameters, kOdd60);
  const auto half = static_cast<std::int64_t>(kOdd60 / 2);
  EXPECT_EQ(largest.decode(sparse(parameters, {0, half})), half);
  EXPECT_EQ(largest.decode(sparse(parameters, {1, 7}, {0, -half})),
            7 * static_cast<std::int64_t>(kOdd60) - half);
  for (const std::size_t k : {1U, 2U, 3U, 127U}) {
    expect_error([&] { (void)largest.decode(sparse(parameters, {k, -half})); },
                 ErrorCode::invalid_argument, {"more than 64 bits"});
  }
}

TEST(IntegerEncoder, RefusesMoreDigitsThanTheDegree) {
  const auto parameters = parameters_of(16, 97);
  const auto binary = IntegerEncoder::create(parameters, 2);
  const auto ternary = IntegerEncoder::create(parameters, 3);
  constexpr std::int64_t kMostTernary = 21523360;  // (3^16 - 1) / 2
  for (const int sign : {-1, 1}) {
    EXPECT_EQ(binary.decode(binary.encode(sign * 65535)), sign * 65535);
    EXPECT_EQ(ternary.decode(ternary.encode(sign * kMostTernary)), sign * kMostTernary);
    expect_error([&] { (void)binary.encode(sign * 65536); }, ErrorCode::invalid_argument,
                 {"more than 16 digits", "larger base"});
    expect_error([&] { (void)ternary.encode(sign * (kMostTernary + 1)); },
                 ErrorCode::invalid_argument, {"more than 16 digits"});
  }
}

TEST(IntegerEncoder, BasesHaveDigitsOfBothSigns) {
  const std::vector<std::pair<std::uint64_t, std::uint64_t>> largest{
      {3, 3}, {4, 3}, {5, 5}, {6, 5}, {97, 97}, {65536, 65535}, {kOdd60, kOdd60}};
  for (const auto& [t, base] : largest) {
    SCOPED_TRACE(t);
    const auto parameters = parameters_of(kDegree, t);
    const auto encoder = IntegerEncoder::create(parameters, base);
    for (const std::int64_t x : {std::int64_t{-1000}, std::int64_t{1000}, kMost}) {
      EXPECT_EQ(encoder.decode(encoder.encode(x)), x);
    }
    for (const std::uint64_t bad : {std::uint64_t{0}, std::uint64_t{1}, base + 1, ~base}) {
      expect_error([&] { (void)IntegerEncoder::create(parameters, bad); },
                   ErrorCode::invalid_argument,
                   {"base " + std::to_string(bad), "plaintext modulus " + std::to_string(t)});
    }
  }
  expect_error([] { (void)IntegerEncoder::create(parameters_of(kDegree, 2)); },
               ErrorCode::invalid_argument, {"base 2", "at least 3"});
}

TEST(IntegerEncoder, RefusesForeignPlaintexts) {
  const auto encoder = IntegerEncoder::create(parameters_of(kDegree, 97));
  expect_error([&] { (void)encoder.decode(Plaintext(parameters_of(2 * kDegree, 97))); },
               ErrorCode::mismatch, {"a plaintext"});
}

TEST(IntegerEncoder, IsAsItWasAfterAMove) {
  const auto parameters = parameters_of(kDegree, 97);
  lath::testing::expect_policy<IntegerEncoder>(
      "IntegerEncoder", lath::testing::Left::as_it_was,
      [&] { return IntegerEncoder::create(parameters); },
      {{"encode", [](IntegerEncoder& e) { (void)e.encode(12); }}});
}

}  // namespace
}  // namespace lath::he
