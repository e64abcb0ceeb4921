// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/natural.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

using Words = std::vector<std::uint64_t>;
constexpr std::uint64_t kMaxWord = std::numeric_limits<std::uint64_t>::max();

Words words_of(const Natural& x) { return {x.words().begin(), x.words().end()}; }

// The same words as GMP has.
Words words_of(const mpz_class& x) {
  Words words((mpz_sizeinbase(x.get_mpz_t(), 2) + 63) / 64);
  std::size_t count = 0;
  mpz_export(words.data(), &count, -1, sizeof(std::uint64_t), 0, 0, x.get_mpz_t());
  words.resize(count);
  return words;
}

TEST(Natural, IsAnIntegerOfAnyType) {
  const Natural zero;
  EXPECT_EQ(zero.bits(), 0U);
  EXPECT_TRUE(zero.words().empty());
  EXPECT_EQ(zero.word(), 0U);
  EXPECT_EQ(zero, Natural(0));
  EXPECT_EQ(zero, Natural::from_words(Words(3)));
  const Natural small = 65537;
  EXPECT_EQ(small, Natural(std::uint64_t{65537}));
  EXPECT_EQ(small, Natural(std::int64_t{65537}));
  EXPECT_NE(small, Natural(65536));
  EXPECT_EQ(small.word(), 65537U);
  EXPECT_EQ(small.bits(), 17U);
  EXPECT_EQ(Natural(std::uint8_t{255}).word(), 255U);
  EXPECT_EQ(Natural(kMaxWord).word(), kMaxWord);
  EXPECT_EQ(Natural(kMaxWord).bits(), 64U);
  EXPECT_FALSE((std::is_constructible_v<Natural, bool>));
  EXPECT_FALSE((std::is_constructible_v<Natural, double>));
}

TEST(Natural, OfWordsHasNoZerosOnTop) {
  const Natural x = Natural::from_words(Words{0, 5, 0, 0});
  EXPECT_EQ(words_of(x), (Words{0, 5}));
  EXPECT_EQ(x.bits(), 67U);
  EXPECT_EQ(x, Natural::from_words(Words{0, 5}));
  EXPECT_NE(x, Natural(5));
  expect_error([&] { (void)x.word(); }, ErrorCode::unsupported,
               {"a number of 67 bits", "at most 64", "words()"});
}

TEST(Natural, RefusesNegativeIntegers) {
  expect_error([] { (void)Natural(-1); }, ErrorCode::invalid_argument,
               {"-1 as a natural number", "not negative", "leave the sign out"});
  expect_error([] { (void)Natural(std::numeric_limits<std::int64_t>::min()); },
               ErrorCode::invalid_argument, {"-9223372036854775808"});
}

// At every length around those of words and of the digits that fit in one.
TEST(Natural, ToAndFromDecimalIsThatOfGmp) {
  for (std::uint64_t seed = 1; seed <= seeds(3); ++seed) {
    SeededValues values(seed);
    SCOPED_TRACE(values.label());
    for (std::size_t digits = 1; digits < 200; ++digits) {
      std::string text(digits, '0');
      for (char& digit : text) digit = static_cast<char>('0' + values.below(10));
      if (text.front() == '0') text.front() = '1';
      const mpz_class expected(text);
      const Natural x = Natural::from_decimal(text);
      ASSERT_EQ(words_of(x), words_of(expected)) << text;
      ASSERT_EQ(x.bits(), mpz_sizeinbase(expected.get_mpz_t(), 2)) << text;
      ASSERT_EQ(decimal_vartime(x), text);
      ASSERT_EQ(Natural::from_words(x.words()), x);
    }
  }
  for (const mp_bitcnt_t bits : {63U, 64U, 65U, 127U, 128U, 129U, 4096U}) {
    for (const int shift : {-1, 0, 1}) {
      const mpz_class expected = (mpz_class(1) << bits) + shift;
      const Natural x = Natural::from_decimal(expected.get_str());
      EXPECT_EQ(words_of(x), words_of(expected)) << bits;
      EXPECT_EQ(decimal_vartime(x), expected.get_str());
    }
  }
  EXPECT_EQ(Natural::from_decimal("0"), Natural());
  EXPECT_EQ(decimal_vartime(Natural()), "0");
}

TEST(Natural, HasTheRemaindersAndLogarithmsOfGmp) {
  SeededValues random(12);
  for (const std::size_t bits : {1U, 2U, 63U, 64U, 65U, 128U, 1000U, 4096U}) {
    mpz_class x = 1;
    for (std::size_t i = 1; i < bits; ++i) x = 2 * x + static_cast<unsigned long>(random.below(2));
    const Natural number = Natural::from_decimal(x.get_str());
    for (const std::uint64_t q :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{65537}, ~std::uint64_t{0}}) {
      EXPECT_EQ(remainder_vartime(number, q), mpz_fdiv_ui(x.get_mpz_t(), q)) << x << " " << q;
    }
    long exponent = 0;
    const double digits = mpz_get_d_2exp(&exponent, x.get_mpz_t());
    EXPECT_NEAR(log2_vartime(number), std::log2(digits) + static_cast<double>(exponent), 1e-9);
  }
  EXPECT_EQ(remainder_vartime(0, 7), 0U);
}

TEST(Natural, RefusesTextThatIsNoNumber) {
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1e5", "0x10", "00", "01", "1.0", "1\n"}) {
    SCOPED_TRACE(text);
    expect_error([&] { (void)Natural::from_decimal(text); }, ErrorCode::malformed,
                 {"the number \"", "need decimal digits", "write digits only"});
  }
}

}  // namespace
}  // namespace lath::testing
