// SPDX-License-Identifier: Apache-2.0
#include "lath/he/coefficient_encoder.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/moved_from.hpp"
#include "he/encoder_cases.hpp"

namespace lath::he {
namespace {

using lath::testing::expect_error;
using testing::parameters_of;
using testing::SeededValues;
using testing::Words;
using testing::words_of;
using Integers = std::vector<std::int64_t>;

constexpr std::size_t kCoefficients = 64;
// Even and odd, prime and not, from 2 to 60 bits.
const Words kModuli{2, 3, 4, 97, 65537, 1U << 20, (std::uint64_t{1} << 60) - 1};

Integers integers_of(const Buffer<std::int64_t, Secret>& a) {
  return {a.span().begin(), a.span().end()};
}

TEST(CoefficientEncoder, CoefficientsStandAsTheyAre) {
  for (const std::uint64_t t : kModuli) {
    SeededValues values(t);
    SCOPED_TRACE(values.label());
    const auto parameters = parameters_of(kCoefficients, t);
    const CoefficientEncoder encoder(parameters);
    EXPECT_EQ(encoder.coefficients(), kCoefficients);
    for (const std::size_t count : {std::size_t{0}, std::size_t{7}, kCoefficients}) {
      Words words = testing::random_words(count, t, values);
      const Plaintext plaintext = encoder.encode(words);
      words.resize(kCoefficients);
      EXPECT_EQ(words_of(plaintext), words);
      EXPECT_EQ(words_of(encoder.decode(plaintext)), words);
    }
  }
}

TEST(CoefficientEncoder, SignedCoefficients) {
  for (const std::uint64_t t : kModuli) {
    SCOPED_TRACE(t);
    const CoefficientEncoder encoder(parameters_of(kCoefficients, t));
    const auto half = static_cast<std::int64_t>(t / 2);
    const Integers values{-half, 0, half, 1 - half, half - 1, -1, 1};
    const Plaintext plaintext = encoder.encode_signed(values);
    const Integers decoded = integers_of(encoder.decode_signed(plaintext));
    for (std::size_t i = 0; i < kCoefficients; ++i) {
      const std::int64_t value = i < values.size() ? values[i] : 0;
      const std::uint64_t residue =
          value < 0 ? t - static_cast<std::uint64_t>(-value) : static_cast<std::uint64_t>(value);
      EXPECT_EQ(plaintext.coefficients()[i], residue) << i;
      // If t is even, -t/2 and t/2 are the same, and that is decoded as t/2.
      const bool is_lowest = t % 2 == 0 && value == -half;
      EXPECT_EQ(decoded[i], is_lowest ? half : value) << i;
    }
  }
}

TEST(CoefficientEncoder, ReadsIntegersOfEitherSignOnce) {
  for (const std::uint64_t t : kModuli) {
    SCOPED_TRACE(t);
    const CoefficientEncoder encoder(parameters_of(kCoefficients, t));
    const auto half = static_cast<std::int64_t>(t / 2), whole = static_cast<std::int64_t>(t);
    Integers values{-half, 0, whole - 1, half, -1};
    Words words{t - t / 2, 0, t - 1, t / 2, t - 1};
    words.resize(kCoefficients);
    const auto change_values = [&] { std::ranges::fill(values, -whole); };
    EXPECT_EQ(words_of(encoder.encode_either_sign(values, change_values)), words);
    EXPECT_EQ(values.front(), -whole);
    for (const std::int64_t bad : {-half - 1, whole}) {
      expect_error([&] { (void)encoder.encode_either_sign(Integers{0, bad}, [] { FAIL(); }); },
                   ErrorCode::invalid_argument, {"coefficient 1"});
    }
  }
}

TEST(CoefficientEncoder, RefusesWhatDoesNotFit) {
  for (const std::uint64_t t : kModuli) {
    SCOPED_TRACE(t);
    const auto parameters = parameters_of(kCoefficients, t);
    const CoefficientEncoder encoder(parameters);
    expect_error([&] { (void)encoder.encode(Words(kCoefficients + 1)); }, ErrorCode::mismatch,
                 {"65 values", "64"});
    expect_error([&] { (void)encoder.encode_signed(Integers(kCoefficients + 1)); },
                 ErrorCode::mismatch, {"65 values", "64"});
    expect_error([&] { (void)encoder.encode(Words{0, t}); }, ErrorCode::invalid_argument,
                 {"coefficient 1", "at most " + std::to_string(t - 1)});
    const auto half = static_cast<std::int64_t>(t / 2);
    for (const std::int64_t bad : {half + 1, -half - 1, testing::kLeast, testing::kMost}) {
      expect_error([&] { (void)encoder.encode_signed(Integers{bad}); }, ErrorCode::invalid_argument,
                   {"coefficient 0", "at most " + std::to_string(half)});
    }
    Words out(kCoefficients, 5);
    Integers short_out(kCoefficients - 1, 5);
    expect_error([&] { encoder.decode_signed(short_out, Plaintext(parameters)); },
                 ErrorCode::mismatch, {"63 places"});
    expect_error([&] { encoder.decode(std::span(out).first(1), Plaintext(parameters)); },
                 ErrorCode::mismatch, {"1 places"});
    const Plaintext foreign(parameters_of(2 * kCoefficients, t));
    expect_error([&] { encoder.decode(out, foreign); }, ErrorCode::mismatch, {"a plaintext"});
    expect_error([&] { (void)encoder.decode_signed(foreign); }, ErrorCode::mismatch,
                 {"a plaintext"});
    EXPECT_EQ(out, Words(kCoefficients, 5));
  }
}

TEST(CoefficientEncoder, IsAsItWasAfterAMove) {
  const auto parameters = parameters_of(kCoefficients, 97);
  lath::testing::expect_policy<CoefficientEncoder>(
      "CoefficientEncoder", lath::testing::Left::as_it_was,
      [&] { return CoefficientEncoder(parameters); },
      {{"encode", [](CoefficientEncoder& e) { (void)e.encode(Words{1, 2}); }}});
}

}  // namespace
}  // namespace lath::he
