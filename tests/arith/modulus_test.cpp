// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/modulus.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <string>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath {
namespace {

constexpr std::uint64_t kLargest = (std::uint64_t{1} << 62) - 1;
const std::uint64_t kModuli[] = {
    2, 3, 4, 7681, 12289, 1073479681, 1ULL << 50, (1ULL << 61) - 1, 57 + (1ULL << 61), kLargest};

TEST(Modulus, KnowsItsValueAndLength) {
  EXPECT_EQ(Modulus(12289).value(), 12289U);
  EXPECT_EQ(Modulus(12289).bits(), 14);
  EXPECT_EQ(Modulus(2).bits(), 2);
  EXPECT_EQ(Modulus(kLargest).bits(), 62);
  EXPECT_TRUE(Modulus(5) == Modulus(5));
  EXPECT_FALSE(Modulus(5) == Modulus(7));
}

TEST(Modulus, RefusesWhatItCannotReduceBy) {
  for (const std::uint64_t p : {std::uint64_t{0}, std::uint64_t{1}, kLargest + 1,
                                std::numeric_limits<std::uint64_t>::max()}) {
    testing::expect_error([p] { Modulus modulus(p); }, ErrorCode::invalid_argument,
                          {"modulus " + std::to_string(p), "2 to 2^62 - 1", "split"});
  }
}

// r is x mod p exactly if it lies in [0, p) and p divides x - r.
void expect_residue(std::uint64_t r, std::int64_t x, std::uint64_t p) {
  __extension__ using int128 = __int128;
  EXPECT_LT(r, p);
  EXPECT_EQ((int128{x} - static_cast<int128>(r)) % static_cast<int128>(p), 0) << x << " mod " << p;
}

TEST(Modulus, ReducesSignedNumbersOfAnySize) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  for (const std::uint64_t p : kModuli) {
    const Modulus modulus(p);
    const auto s = static_cast<std::int64_t>(p);
    for (const std::int64_t x : {kMin, kMin + 1, kMax, kMax - 1, std::int64_t{0}, std::int64_t{1},
                                 std::int64_t{-1}, s, -s, s - 1, 1 - s, s + 1, -s - 1}) {
      expect_residue(modulus.reduce_signed(x), x, p);
    }
    testing::SeededValues random(p);
    SCOPED_TRACE(random.label());
    for (int i = 0; i < 1000; ++i) {
      const auto x = static_cast<std::int64_t>(random.next());
      expect_residue(modulus.reduce_signed(x), x, p);
    }
  }
}

TEST(Modulus, AddsSubtractsNegatesAndMultipliesAsIntegersDo) {
  for (const std::uint64_t p : kModuli) {
    const Modulus modulus(p);
    testing::SeededValues random(p + 1);
    SCOPED_TRACE(random.label());
    for (int i = 0; i < 1000; ++i) {
      const std::uint64_t edges[] = {0, 1, p - 1, p / 2, random.below(p), random.below(p)};
      const std::uint64_t a = edges[random.below(6)], b = edges[random.below(6)];
      ASSERT_EQ(modulus.add(a, b), (a + b) % p);
      ASSERT_EQ(modulus.subtract(a, b), (a + (p - b)) % p);
      ASSERT_EQ(modulus.negate(a), (p - a) % p);
      ASSERT_EQ(modulus.multiply(a, b), static_cast<std::uint64_t>(uint128{a} * b % p));
    }
  }
}

TEST(Modulus, PowersAreRepeatedProducts) {
  for (const std::uint64_t p : kModuli) {
    const Modulus modulus(p);
    for (const std::uint64_t base : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{3}, p - 1,
                                     p + 2, std::numeric_limits<std::uint64_t>::max()}) {
      std::uint64_t expected = 1;
      for (unsigned exponent = 0; exponent < 70; ++exponent) {
        ASSERT_EQ(modulus.pow_vartime(base, exponent), expected) << base << "^" << exponent;
        expected = static_cast<std::uint64_t>(uint128{expected} * (base % p) % p);
      }
    }
  }
  // Fermat: x^(p-1) = 1 modulo a prime.
  const Modulus mersenne((std::uint64_t{1} << 61) - 1);
  EXPECT_EQ(mersenne.pow_vartime(123456789, mersenne.value() - 1), 1U);
}

TEST(Modulus, InversesMultiplyToOne) {
  for (const std::uint64_t p : {2ULL, 3ULL, 97ULL, 100ULL, 7681ULL}) {
    const Modulus modulus(p);
    for (std::uint64_t a = 0; a < 2 * p; ++a) {
      if (std::gcd(a, p) != 1) continue;
      const std::uint64_t inverse = modulus.inverse_vartime(a);
      ASSERT_LT(inverse, p);
      ASSERT_EQ(inverse * (a % p) % p, 1U) << a << " mod " << p;
    }
  }
  const Modulus large(kLargest);
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t a = random.below(kLargest);
    if (std::gcd(a, kLargest) != 1) continue;
    ASSERT_EQ(large.multiply(large.inverse_vartime(a), a), 1U) << a;
  }
}

TEST(Modulus, HasNoInverseWhereThereIsACommonFactor) {
  const Modulus modulus(100);
  for (std::uint64_t a = 0; a < 300; ++a) {
    const std::uint64_t factor = std::gcd(a, std::uint64_t{100});
    if (factor == 1) continue;
    testing::expect_error([&] { (void)modulus.inverse_vartime(a); }, ErrorCode::invalid_argument,
                          {std::to_string(a) + " has the factor " + std::to_string(factor),
                           "invertible", "prime modulus"});
  }
}

}  // namespace
}  // namespace lath
