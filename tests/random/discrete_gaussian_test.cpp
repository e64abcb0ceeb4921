// SPDX-License-Identifier: Apache-2.0
//
// The tables are compared with probabilities that tests/kat/derive.py computed from the formula
// with 100 decimal digits, by another method (one exponential for each integer).
#include "lath/random/discrete_gaussian.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "kat/known_answers.hpp"

namespace lath {
namespace {

struct Case {
  double sigma, center;
};
constexpr Case kCases[] = {{0.5, 0.25},    {3.2, 0.0},         {3.2, -7.7},       {0x1p-16, 0.5},
                           {20.0, 1e-300}, {271.8, 1e9 + 0.1}, {4096.0, 0.499999}};

std::string known(std::size_t i, const std::string& what) {
  return testing::known_answer("gaussian.txt", std::to_string(i) + "." + what);
}

mpz_class number(std::uint64_t high, std::uint64_t low) {
  return (mpz_class(static_cast<unsigned long>(high)) << 64) + static_cast<unsigned long>(low);
}

// 2^256 times the probability that a draw is at most x.
mpz_class table_cumulative(const DiscreteGaussian& g, std::int64_t x) {
  if (x < g.least()) return 0;
  if (x >= g.greatest()) return mpz_class(1) << 256;
  const auto j = static_cast<std::size_t>(x - g.least());
  return number(g.high_words()[j], g.low_words()[j]) << 128;
}

// Half the sum of |difference of probabilities|, computed exactly from 256 bits of the exact ones;
// what these leave out is below 2^-200.
TEST(DiscreteGaussian, IsWithinTwoToTheMinus100OfTheExactDistribution) {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto g = DiscreteGaussian::create(kCases[i].sigma, kCases[i].center);
    mpz_class sum = 0, exact_before = 0, ours_before = 0;
    const auto first = g.least() - 3, last = g.greatest() + 3;
    for (std::int64_t x = first; x <= last; ++x) {
      const mpz_class exact(known(i, "cumulative." + std::to_string(x)), 16);
      const mpz_class ours = table_cumulative(g, x);
      sum += abs((exact - exact_before) - (ours - ours_before));
      exact_before = exact;
      ours_before = ours;
    }
    sum += (mpz_class(1) << 256) - exact_before;  // the tail; the other one counts at `first`
    EXPECT_LT(sum, mpz_class(1) << (1 + 256 - 120)) << "sigma " << kCases[i].sigma;
  }
}

// Rounded to 128 bits, every entry is the nearest number to the exact probability.
TEST(DiscreteGaussian, HasTheThresholdsOfTheFormula) {
  for (std::size_t i = 0; i < std::size(kCases); ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    const auto g = DiscreteGaussian::create(kCases[i].sigma, kCases[i].center);
    EXPECT_EQ(std::to_string(g.least()), known(i, "least"));
    EXPECT_EQ(std::to_string(g.high_words().size()), known(i, "count"));
    EXPECT_EQ(g.greatest() - g.least(), static_cast<std::int64_t>(g.high_words().size()));
    testing::Digest digest;
    digest.append(g.high_words());
    digest.append(g.low_words());
    EXPECT_EQ(digest.finish(), known(i, "sha256-of-thresholds"));
    // The statistical distance of exactly these thresholds.
    EXPECT_LT(std::stoi(known(i, "log2-of-distance")), kCases[i].sigma <= 16 ? -120 : -110);
  }
}

TEST(DiscreteGaussian, IsSymmetricAroundItsCenter) {
  for (const double sigma : {0.7, 3.2, 100.0}) {
    for (const double center : {0.0, 0.5, 0.3}) {
      const auto right = DiscreteGaussian::create(sigma, center);
      const auto left = DiscreteGaussian::create(sigma, -center);
      ASSERT_EQ(right.greatest(), -left.least());
      ASSERT_EQ(right.least(), -left.greatest());
      const std::size_t count = right.high_words().size();
      for (std::size_t j = 0; j < count; ++j) {
        const mpz_class sum =
            number(right.high_words()[j], right.low_words()[j]) +
            number(left.high_words()[count - 1 - j], left.low_words()[count - 1 - j]);
        ASSERT_LE(abs(sum - (mpz_class(1) << 128)), 1) << j;
      }
    }
  }
}

TEST(DiscreteGaussian, MovesWithItsCenter) {
  const auto here = DiscreteGaussian::create(3.2, 0.25),
             there = DiscreteGaussian::create(3.2, 1000.25);
  EXPECT_EQ(there.least(), here.least() + 1000);
  EXPECT_TRUE(std::equal(here.low_words().begin(), here.low_words().end(),
                         there.low_words().begin(), there.low_words().end()));
  EXPECT_EQ(here.sigma(), 3.2);
  EXPECT_EQ(there.center(), 1000.25);
}

TEST(DiscreteGaussian, OfTinySigmaIsThePointOrTheTwoPointsNearestToItsCenter) {
  const auto point = DiscreteGaussian::create(0x1p-16, -3.25);
  EXPECT_EQ(point.least(), -3);
  EXPECT_EQ(point.greatest(), -3);
  auto generator = Generator::from_seed(Seed(), "point");
  std::vector<std::int64_t> draws(100);
  point.sample(draws, generator);
  EXPECT_EQ(draws, std::vector<std::int64_t>(100, -3));
  const auto two = DiscreteGaussian::create(0x1p-16, 4.5);
  EXPECT_EQ(two.least(), 4);
  EXPECT_EQ(two.greatest(), 5);
  EXPECT_EQ(two.high_words()[0], std::uint64_t{1} << 63);
  EXPECT_EQ(two.low_words()[0], 0U);
}

TEST(DiscreteGaussian, TakesTheMemoryThatItStates) {
  for (const double sigma : {1.0, 10.0, 1000.0, 4096.0}) {
    const auto g = DiscreteGaussian::create(sigma);
    const auto bytes = static_cast<double>(16 * g.high_words().size());
    EXPECT_LE(bytes, 430 * sigma + 32);
    EXPECT_GE(bytes, 400 * sigma);
    EXPECT_LE(static_cast<double>(g.greatest()), 13.4 * sigma + 1);
  }
}

TEST(DiscreteGaussian, RefusesOtherSigmaAndCenters) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double sigma :
       {0.0, -0.0, -1.0, kNan, kInfinity, -kInfinity, 4096.001, 1e300, 1e-300, 0x1p-17}) {
    testing::expect_error([&] { (void)DiscreteGaussian::create(sigma); },
                          ErrorCode::invalid_argument, {"sigma ", "from 2^-16 to 2^12", "sum"});
  }
  for (const double center : {kNan, kInfinity, -kInfinity, 1e17, -1e17}) {
    testing::expect_error([&] { (void)DiscreteGaussian::create(3.2, center); },
                          ErrorCode::invalid_argument,
                          {"around ", "from -2^52 to 2^52", "fraction"});
  }
  EXPECT_NO_THROW((void)DiscreteGaussian::create(0x1p-16, -0x1p52));
  EXPECT_NO_THROW((void)DiscreteGaussian::create(0x1p12, 0x1p52));
}

}  // namespace
}  // namespace lath
