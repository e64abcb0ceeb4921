// SPDX-License-Identifier: Apache-2.0
//
// Bounded, fixed-weight, ZO and Gaussian values: their streams, their ranges, their errors.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expect_error.hpp"
#include "kat/known_answers.hpp"
#include "lath/random/samplers.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

constexpr std::size_t kKnown = 5000;  // values of a known answer

Generator counting_seeded(std::string_view name) {
  std::array<std::byte, 32> bytes;
  for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(i);
  return Generator::from_seed(Seed(bytes), name);
}

// Values as words of 64 bits, negative ones as their complements, against tests/kat/samplers.txt.
template <class Value>
void expect_known(const std::string& name, const std::vector<Value>& values) {
  std::vector<std::uint64_t> words;
  for (const Value x : values) words.push_back(static_cast<std::uint64_t>(x));
  testing::Digest digest;
  digest.append(words);
  EXPECT_EQ(digest.finish(), testing::known_answer("samplers.txt", name)) << name;
}

TEST(KnownAnswers, UniformResiduesAreWhatTheyAlwaysWere) {
  for (const std::uint64_t p : {std::uint64_t{12289}, std::uint64_t{65521},
                                std::uint64_t{1073479681}, (std::uint64_t{1} << 32) + 15,
                                (std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 62) - 57}) {
    const std::string name = "uniform-" + std::to_string(p);
    auto generator = counting_seeded(name);
    std::vector<std::uint64_t> values(kKnown);
    sample_uniform(std::span(values), p, generator);
    expect_known(name, values);
    if (p < 65536) {
      auto again = counting_seeded(name);
      std::vector<std::uint16_t> narrow(kKnown);
      sample_uniform(std::span(narrow), p, again);
      expect_known(name, narrow);
    }
  }
}

TEST(KnownAnswers, SmallValuesAreWhatTheyAlwaysWere) {
  std::vector<std::int8_t> values(kKnown);
  std::vector<std::int64_t> wide(kKnown);
  auto generator = counting_seeded("ternary");
  sample_ternary(values, generator);
  expect_known("ternary", values);
  generator = counting_seeded("bounded");
  sample_bounded(wide, -1000, 2000, generator);
  expect_known("bounded", wide);
  generator = counting_seeded("nearly-uniform");
  sample_nearly_uniform(values, 6, generator);
  expect_known("nearly-uniform", values);
  generator = counting_seeded("fixed-weight");
  sample_fixed_weight(values, 192, generator);
  expect_known("fixed-weight", values);
  generator = counting_seeded("zo-half");
  sample_ternary(values, Density::of(0.5), generator);
  expect_known("zo-half", values);
  generator = counting_seeded("zo-third");
  sample_ternary(values, Density::of_ratio(1, 3), generator);
  expect_known("zo-third", values);
  generator = counting_seeded("gaussian");
  DiscreteGaussian::create(3.2, 0.25).sample(wide, generator);
  expect_known("gaussian", wide);
}

TEST(SampleBounded, StaysInItsIntervalAndReachesItsEnds) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kWidth = (std::int64_t{1} << 62) - 2;  // of the widest interval, less one
  struct Interval {
    std::int64_t least, greatest;
  };
  for (const Interval& i : {Interval{-1, 1},
                            {0, 1},
                            {-5, -2},
                            {7, 9},
                            {kLeast, kLeast + 2},
                            {kLeast, kLeast + kWidth},
                            {-kWidth / 2, kWidth / 2}}) {
    auto generator = counting_seeded("interval");
    std::vector<std::int64_t> values(1000);
    sample_bounded(values, i.least, i.greatest, generator);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    EXPECT_GE(*low, i.least);
    EXPECT_LE(*high, i.greatest);
    if (i.greatest - i.least < 10) {
      EXPECT_EQ(*low, i.least);
      EXPECT_EQ(*high, i.greatest);
    }
  }
}

// The same number of bytes for every stream: that is what it is for.
TEST(SampleNearlyUniform, StaysInItsIntervalReachesItsEndsAndDrawsEightBytesAValue) {
  for (const unsigned bound : {1U, 2U, 64U, 127U}) {
    for (const char* name : {"one stream", "another stream"}) {
      auto generator = counting_seeded(name), twin = counting_seeded(name);
      std::vector<std::int8_t> values(4000);
      sample_nearly_uniform(values, bound, generator);
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      EXPECT_EQ(*low, -static_cast<int>(bound));
      EXPECT_EQ(*high, static_cast<int>(bound));
      std::vector<std::byte> skipped(8 * values.size());
      twin.fill(skipped);
      std::array<std::byte, 8> ours{}, theirs{};
      generator.fill(ours);
      twin.fill(theirs);
      EXPECT_EQ(ours, theirs);
    }
  }
}

TEST(SampleNearlyUniform, RefusesBoundsThatAreNone) {
  auto generator = counting_seeded("errors");
  std::vector<std::int8_t> values(4, 42);
  for (const unsigned bound : {0U, 128U}) {
    testing::expect_error([&] { sample_nearly_uniform(values, bound, generator); },
                          ErrorCode::invalid_argument,
                          {"up to " + std::to_string(bound), "1 to 127", "sample_bounded"});
  }
  EXPECT_EQ(values, std::vector<std::int8_t>(4, 42));
}

TEST(SampleBounded, DrawsNothingForASingleInteger) {
  auto generator = counting_seeded("single"), twin = counting_seeded("single");
  std::vector<std::int64_t> values(10);
  sample_bounded(values, -9, -9, generator);
  EXPECT_EQ(values, std::vector<std::int64_t>(10, -9));
  std::array<std::byte, 8> ours{}, theirs{};
  generator.fill(ours);
  twin.fill(theirs);
  EXPECT_EQ(ours, theirs);
}

TEST(SampleBounded, RefusesIntervalsThatAreEmptyOrTooWide) {
  auto generator = counting_seeded("errors");
  std::vector<std::int64_t> values(4, 42);
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  struct Interval {
    std::int64_t least, greatest;
  };
  for (const Interval& i : {Interval{1, 0},
                            {kMost, kLeast},
                            {kLeast, kMost},
                            {kLeast, 0},
                            {0, (std::int64_t{1} << 62) - 1}}) {
    testing::expect_error([&] { sample_bounded(values, i.least, i.greatest, generator); },
                          ErrorCode::invalid_argument,
                          {"from " + std::to_string(i.least) + " to " + std::to_string(i.greatest),
                           "1 to 2^62 - 1 integers", "narrower"});
  }
  EXPECT_EQ(values, std::vector<std::int64_t>(4, 42));
}

TEST(SampleFixedWeight, HasExactlyTheWeight) {
  for (const std::size_t size : {0U, 1U, 2U, 3U, 64U, 1000U, 1024U}) {
    for (const std::size_t weight : {std::size_t{0}, std::size_t{1}, size / 2, size}) {
      if (weight > size) continue;
      auto generator = counting_seeded("weight");
      std::vector<std::int8_t> values(size, 77);
      sample_fixed_weight(values, weight, generator);
      std::size_t found = 0;
      for (const std::int8_t x : values) {
        ASSERT_TRUE(x == -1 || x == 0 || x == 1) << int{x};
        found += x != 0 ? 1 : 0;
      }
      ASSERT_EQ(found, weight) << size;
    }
  }
}

TEST(SampleFixedWeight, RefusesMoreThanThereAre) {
  auto generator = counting_seeded("errors");
  std::vector<std::int8_t> values(8, 42);
  for (const std::size_t weight : {std::size_t{9}, ~std::size_t{0}}) {
    testing::expect_error(
        [&] { sample_fixed_weight(values, weight, generator); }, ErrorCode::invalid_argument,
        {"weight of " + std::to_string(weight) + " for 8", "at most", "smaller weight"});
  }
  EXPECT_EQ(values, std::vector<std::int8_t>(8, 42));
}

TEST(Densities, AreTheNearestMultiples) {
  constexpr std::uint64_t kOne = std::uint64_t{1} << 63;
  EXPECT_EQ(Density::of(0).scaled(), 0U);
  EXPECT_EQ(Density::of(1).scaled(), kOne);
  EXPECT_EQ(Density::of(0.75).scaled(), kOne / 4 * 3);
  EXPECT_EQ(Density::of(0x1p-63).scaled(), 1U);
  EXPECT_EQ(Density::of(0x1.8p-64).scaled(), 1U);
  EXPECT_EQ(Density::of(0x1p-65).scaled(), 0U);
  EXPECT_EQ(Density::of_ratio(0, 1).scaled(), 0U);
  EXPECT_EQ(Density::of_ratio(~0ULL, ~0ULL).scaled(), kOne);
  EXPECT_EQ(Density::of_ratio(~0ULL - 1, ~0ULL).scaled(), kOne - 1);  // a little below the half
  EXPECT_EQ(Density::of_ratio(1, 3).scaled(), 3074457345618258603U);  // 2^63 / 3 rounded
  EXPECT_EQ(Density::of_ratio(1, ~0ULL).scaled(), 1U);                // 1/2 and a little
  EXPECT_EQ(Density::of_ratio(3, 4).scaled(), Density::of(0.75).scaled());
}

TEST(Densities, RefuseWhatIsNoProbability) {
  for (const double density :
       {-0x1p-1074, -1.0, 1.0000001, 1e300, std::numeric_limits<double>::quiet_NaN(),
        std::numeric_limits<double>::infinity()}) {
    testing::expect_error([&] { (void)Density::of(density); }, ErrorCode::invalid_argument,
                          {"a density of ", "from 0 to 1", "share"});
  }
  testing::expect_error([] { (void)Density::of_ratio(3, 2); }, ErrorCode::invalid_argument,
                        {"3 / 2", "from 0 to 1", "share"});
  testing::expect_error([] { (void)Density::of_ratio(0, 0); }, ErrorCode::invalid_argument,
                        {"0 / 0", "from 0 to 1", "share"});
}

TEST(SampleZo, OfTheEndsIsAllZerosOrNone) {
  auto generator = counting_seeded("ends");
  std::vector<std::int8_t> values(2000, 77);
  sample_ternary(values, Density::of(0), generator);
  EXPECT_EQ(std::count(values.begin(), values.end(), 0), 2000);
  sample_ternary(values, Density::of(1), generator);
  EXPECT_EQ(std::count(values.begin(), values.end(), 0), 0);
}

template <class Integer>
void expect_integers(const Poly<DynamicRing, Coeff, Secret>& a,
                     const std::vector<Integer>& integers) {
  const auto known = declassify(a);
  for (std::size_t limb = 0; limb < known.ring().limbs(); ++limb) {
    const auto p = static_cast<std::int64_t>(known.ring().modulus(limb).value());
    for (std::size_t i = 0; i < integers.size(); ++i) {
      const std::int64_t r = integers[i] % p;
      ASSERT_EQ(known.limb(limb)[i], static_cast<std::uint64_t>(r < 0 ? r + p : r));
    }
  }
}

// The integers of the spans, one for each coefficient, reduced modulo every prime.
TEST(SmallPolynomials, HaveOneIntegerPerCoefficientInAllLimbs) {
  const auto ring = testing::ring_of(64, 3);
  auto ours = counting_seeded("small"), theirs = counting_seeded("small");
  std::vector<std::int64_t> wide(64);
  std::vector<std::int8_t> narrow(64);
  // Within the primes, and far beyond them.
  for (const std::int64_t bound : {std::int64_t{20}, std::int64_t{1} << 60}) {
    const auto a = bounded(ring, -bound, bound / 2, ours);
    sample_bounded(wide, -bound, bound / 2, theirs);
    expect_integers(a, wide);
  }
  const auto b = fixed_weight(ring, 20, ours);
  sample_fixed_weight(narrow, 20, theirs);
  expect_integers(b, narrow);
  const auto c = ternary(ring, Density::of(0.25), ours);
  sample_ternary(narrow, Density::of(0.25), theirs);
  expect_integers(c, narrow);
  for (const double center : {0.25, -1e15}) {
    const auto distribution = DiscreteGaussian::create(3.2, center);
    const auto d = discrete_gaussian(ring, distribution, ours);
    distribution.sample(wide, theirs);
    expect_integers(d, wide);
  }
}

}  // namespace
}  // namespace lath
