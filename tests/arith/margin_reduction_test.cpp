// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/margin_reduction.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"

namespace lath {
namespace {

// The least and the largest number that equation (1) admits, from the fractions themselves:
// (2^(3s) + 1) beta / (2^(3s) (2^s + 1)) < p < beta / 2^s.
template <class Word>
Word least_admitted(int s) {
  const uint128 numerator = ((uint128{1} << (3 * s)) + 1) << (kWordBits<Word> - 3 * s);
  return static_cast<Word>(numerator / ((uint128{1} << s) + 1) + 1);
}
template <class Word>
Word largest_admitted(int s) {
  return static_cast<Word>((Wide<Word>{1} << (kWordBits<Word> - s)) - 1);
}

// In 16-bit words nothing is too large for an exact comparison of every number and margin.
TEST(HasMargin, IsEquationOneForEvery16BitNumber) {
  for (int s = 1; s <= 15; ++s) {
    const uint128 cube = uint128{1} << (3 * s);
    for (std::uint64_t p = 0; p < 65536; ++p) {
      const bool below = p << s < 65536;
      const bool above = ((cube + 1) << 16) < uint128{p} * ((uint128{1} << s) + 1) * cube;
      ASSERT_EQ(has_margin(p, 16, s), below && above) << p << ", margin " << s;
    }
  }
  EXPECT_FALSE(has_margin(15361, 17, 2));
  EXPECT_FALSE(has_margin(1, 16, 0));
  EXPECT_FALSE(has_margin(1, 16, 16));
}

// The algorithm for any p, without the check: what it computes where the constraint is violated.
template <class Word>
Word unchecked(Wide<Word> u, Word p, int s) {
  const auto v0 = static_cast<Word>(static_cast<Wide<Word>>(~Wide<Word>{0}) / p);
  const auto q = static_cast<Wide<Word>>(
      static_cast<Wide<Word>>(Wide<Word>{v0} * static_cast<Word>(u >> kWordBits<Word>)) +
      static_cast<Wide<Word>>(u << s));
  const auto r = static_cast<Word>(static_cast<Word>(u) -
                                   multiply_low(static_cast<Word>(q >> kWordBits<Word>), p));
  return static_cast<Word>(r >= p ? r - p : r);
}

// Numbers below p^2 at which an estimated quotient goes wrong first: multiples of p and their
// neighbours, full and empty words, and the ends of the range.
template <class Word, class Check>
void for_each_boundary(Word p, const std::vector<Word>& quotients, const Check& check) {
  const auto end = static_cast<Wide<Word>>(Wide<Word>{p} * p);
  const auto visit = [&](Wide<Word> u) {
    if (u < end) check(u);
  };
  for (const Word k : quotients) {
    const auto multiple = static_cast<Wide<Word>>(Wide<Word>{k} * p);
    visit(multiple);
    visit(static_cast<Wide<Word>>(multiple + 1));
    visit(static_cast<Wide<Word>>(multiple - 1));
    const auto word = static_cast<Wide<Word>>(Wide<Word>{k} << kWordBits<Word>);
    visit(word);
    visit(static_cast<Wide<Word>>(word - 1));
  }
  for (Word i = 1; i < 4; ++i) visit(static_cast<Wide<Word>>(end - i));
}

template <class Word>
class MarginReductions : public ::testing::Test {};
using Words = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(MarginReductions, Words);

TYPED_TEST(MarginReductions, AgreeWithDivisionAtBothEndsOfTheAdmittedRange) {
  using Word = TypeParam;
  for (int s = 1; s <= 3; ++s) {
    testing::SeededValues random(static_cast<std::uint64_t>(s));
    SCOPED_TRACE(random.label());
    const Word least = least_admitted<Word>(s), largest = largest_admitted<Word>(s);
    for (const Word p :
         {least, static_cast<Word>(least + 1), static_cast<Word>(least / 2 + largest / 2),
          static_cast<Word>(largest - 1), largest}) {
      const MarginReduction<Word> reduction(p, s);
      ASSERT_EQ(reduction.modulus(), p);
      ASSERT_EQ(reduction.margin_bits(), s);
      std::vector<Word> quotients{0, 1, 2, static_cast<Word>(p / 2), static_cast<Word>(p - 1)};
      for (int i = 0; i < 20000; ++i) quotients.push_back(static_cast<Word>(random.below(p)));
      for_each_boundary(p, quotients, [&](Wide<Word> u) {
        ASSERT_EQ(reduction.reduce(u), static_cast<Word>(u % p)) << +p << ", margin " << s;
      });
      for (int i = 0; i < 20000; ++i) {
        const auto a = static_cast<Word>(random.below(p)), b = static_cast<Word>(random.below(p));
        ASSERT_EQ(reduction.multiply(a, b), static_cast<Word>(uint128{a} * b % p));
      }
    }
  }
}

// Every multiple of p, every full word, and their neighbours: with the remainder fixed, the error
// of the estimate is largest at these.
TEST(MarginReductions16, AreRightAtEveryBoundaryOfEveryAdmittedEnd) {
  using Word = std::uint16_t;
  for (int s = 1; s <= 3; ++s) {
    for (const Word p : {least_admitted<Word>(s), largest_admitted<Word>(s)}) {
      const MarginReduction<Word> reduction(p, s);
      std::vector<Word> quotients;
      for (unsigned k = 0; k < p; ++k) quotients.push_back(static_cast<Word>(k));
      for_each_boundary(p, quotients,
                        [&](std::uint32_t u) { ASSERT_EQ(reduction.reduce(u), u % p) << u; });
      for (const unsigned a : {1U, p / 2U, p / 2U + 1, p - 2U, p - 1U}) {
        for (unsigned b = 0; b < p; ++b) {
          ASSERT_EQ(reduction.multiply(static_cast<Word>(a), static_cast<Word>(b)), a * b % p);
        }
      }
    }
  }
}

// All p^2 numbers for one prime, the largest of NFLlib's 16-bit ones and the least of its range.
TEST(MarginReductions16, AreRightForEveryNumberBelowTheSquareOfAPrime) {
  using Word = std::uint16_t;
  for (const Word p : {Word{15361}, Word{13313}}) {
    const MarginReduction<Word> reduction(p, 2);
    std::uint32_t expected = 0;
    for (std::uint32_t u = 0; u < std::uint32_t{p} * p; ++u) {
      if (reduction.reduce(u) != expected) FAIL() << u << " mod " << p;
      expected = expected + 1U == p ? 0 : expected + 1;
    }
  }
}

TYPED_TEST(MarginReductions, RefuseTheFirstNumberOutsideTheRange) {
  using Word = TypeParam;
  for (int s = 1; s <= 3; ++s) {
    for (const std::uint64_t p : {std::uint64_t{least_admitted<Word>(s)} - 1,
                                  std::uint64_t{largest_admitted<Word>(s)} + 1}) {
      testing::expect_error([&] { MarginReduction<Word> reduction(static_cast<Word>(p), s); },
                            ErrorCode::invalid_argument,
                            {"modulus " + std::to_string(p), std::to_string(s) + " margin bits",
                             "need p below 2^(", "margin_primes", "Barrett"});
    }
  }
  for (const int s : {-1, 0, kWordBits<Word>, 1000}) {
    testing::expect_error([&] { MarginReduction<Word> reduction(12289, s); },
                          ErrorCode::invalid_argument,
                          {"modulus 12289", std::to_string(s) + " margin bits"});
  }
}

// Why the range is checked. Above it the quotient's high word is not 2^s: the result is wrong.
// Where p is no longer above beta / (2^s + 1) the same happens from the other side.
TEST(MarginReductions16, WouldBeWrongBeyondTheHighWordOfTheReciprocal) {
  using Word = std::uint16_t;
  for (int s = 1; s <= 3; ++s) {
    const unsigned below = (1U << 16) / ((1U << s) + 1);
    for (const unsigned p : {unsigned{largest_admitted<Word>(s)} + 2, below}) {
      ASSERT_FALSE(has_margin(p, 16, s));
      const std::uint32_t u = p * p - 1;
      EXPECT_NE(unchecked(u, static_cast<Word>(p), s), u % p) << p << ", margin " << s;
    }
    const Word p = least_admitted<Word>(s);
    EXPECT_EQ(unchecked(std::uint32_t{p} * p - 1, p, s), p - 1) << "the copy itself is right";
  }
}

// Between beta / (2^s + 1) and the lower bound the proof has no room left: the two parts of the
// estimate's error, v0 / beta and u / beta^2, add up to more than one.
TEST(MarginReductions16, AreNotProvenBelowTheLowerBound) {
  const auto error = [](std::uint64_t p, int s) {
    const double beta = 65536;
    const double q = beta / static_cast<double>(p);
    return q - static_cast<double>(1 << s) +
           static_cast<double>(1) / static_cast<double>(1 << 2 * s);
  };
  for (int s = 1; s <= 3; ++s) {
    const std::uint64_t least = least_admitted<std::uint16_t>(s);
    const std::uint64_t unproven = (1U << 16) / ((1U << s) + 1) + 1;
    ASSERT_LT(unproven, least);
    EXPECT_LT(error(least, s), 1);
    EXPECT_GT(error(unproven, s), 1);
    EXPECT_FALSE(has_margin(unproven, 16, s));
  }
}

TEST(MarginPrimes, AreThoseThatTrialOfEveryNumberFinds) {
  for (int s = 1; s <= 3; ++s) {
    for (const std::size_t degree : {1U, 64U, 256U, 512U, 2048U}) {
      std::vector<std::uint64_t> expected;
      for (std::uint64_t p = largest_admitted<std::uint16_t>(s);
           p >= least_admitted<std::uint16_t>(s); --p) {
        if (p % (2 * degree) == 1 % (2 * degree) && is_prime(p)) expected.push_back(p);
      }
      EXPECT_EQ(margin_primes(16, s, degree, expected.size()), expected) << s << " " << degree;
      testing::expect_error([&] { (void)margin_primes(16, s, degree, expected.size() + 1); },
                            ErrorCode::invalid_argument,
                            {"only " + std::to_string(expected.size()) + " primes",
                             "need " + std::to_string(expected.size() + 1), "ntt_primes"});
    }
  }
}

// The sizes of NFLlib's own tables: two primes of 14 bits for degree 512, 291 of 30 bits for 2^15.
TEST(MarginPrimes, AreAsManyAsThePaperSays) {
  EXPECT_EQ(margin_primes(16, 2, 512, 2), (std::vector<std::uint64_t>{15361, 13313}));
  testing::expect_error([] { (void)margin_primes(16, 2, 512, 3); }, ErrorCode::invalid_argument,
                        {"only 2 primes"});
  // Of its one prime of 14 bits for degree 2048, 12289, equation (1) does not hold.
  EXPECT_FALSE(has_margin(12289, 16, 2));
  testing::expect_error([] { (void)margin_primes(16, 2, 2048, 1); }, ErrorCode::invalid_argument,
                        {"only 0 primes"});
  EXPECT_EQ(margin_primes(32, 2, 1 << 15, 291).size(), 291U);
  testing::expect_error([] { (void)margin_primes(32, 2, 1 << 15, 292); },
                        ErrorCode::invalid_argument, {"only 291 primes"});
  const auto large = margin_primes(64, 2, 1 << 20, 1000);
  EXPECT_EQ(large, ntt_primes(62, 1 << 20, 1000));
  for (const std::uint64_t p : large) (void)MarginReduction<std::uint64_t>(p, 2);
}

TEST(MarginPrimes, RefuseWhatIsNoWordMarginOrDegree) {
  for (const int bits : {0, 8, 17, 128}) {
    testing::expect_error([&] { (void)margin_primes(bits, 2, 512, 1); },
                          ErrorCode::invalid_argument,
                          {"words of " + std::to_string(bits) + " bits", "16, 32 or 64"});
  }
  for (const int margin : {-1, 0, 16}) {
    testing::expect_error([&] { (void)margin_primes(16, margin, 512, 1); },
                          ErrorCode::invalid_argument,
                          {std::to_string(margin) + " margin bits", "from 1 bit"});
  }
  testing::expect_error([] { (void)margin_primes(16, 2, 500, 1); }, ErrorCode::invalid_argument,
                        {"degree 500", "power of two", "use 256"});
  testing::expect_error([] { (void)margin_primes(16, 2, std::size_t{1} << 40, 1); },
                        ErrorCode::invalid_argument, {"only 0 primes"});
}

}  // namespace
}  // namespace lath
