// SPDX-License-Identifier: Apache-2.0
//
// Chi-square tests of small distributions: bins that stand before the draws are made, each with an
// expected count of at least 32, and fixed seeds. With k bins the statistic has mean k - 1 and
// standard deviation sqrt(2 (k - 1)); it exceeds k + 6 sqrt(2 k) + 20 with a probability below
// 10^-7. LATH_TEST_DRAWS_LOG2 sets the number of draws, 20 (everyday) to 30.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lath/random/samplers.hpp"

namespace lath {
namespace {

std::size_t draws() {
  const char* log2 = std::getenv("LATH_TEST_DRAWS_LOG2");
  return std::size_t{1} << (log2 == nullptr ? 20 : std::stoi(log2));
}

template <class Key>
void expect_distribution(const std::map<Key, std::uint64_t>& counts,
                         const std::map<Key, double>& probabilities, std::size_t total) {
  double sum = 0, bins = 0, rest = static_cast<double>(total), rest_expected = rest;
  for (const auto& [key, count] : counts) {
    ASSERT_TRUE(probabilities.contains(key)) << "an impossible value was drawn";
    static_cast<void>(count);
  }
  for (const auto& [key, probability] : probabilities) {
    const double expected = probability * static_cast<double>(total);
    if (expected < 32) continue;
    const auto found = counts.find(key);
    const double count = found == counts.end() ? 0 : static_cast<double>(found->second);
    sum += (count - expected) * (count - expected) / expected;
    bins += 1;
    rest -= count;
    rest_expected -= expected;
  }
  // What is too rare for a bin of its own shares one.
  if (rest_expected >= 32) {
    sum += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
    bins += 1;
  }
  ASSERT_GE(bins, 2);
  EXPECT_LT(sum, bins + 6 * std::sqrt(2 * bins) + 20);
}

template <class Value, class Sample>
std::map<std::int64_t, std::uint64_t> count_values(const char* name, const Sample& sample) {
  auto generator = Generator::from_seed(Seed(), name);
  std::map<std::int64_t, std::uint64_t> counts;
  std::vector<Value> values(1 << 16);
  for (std::size_t done = 0; done < draws(); done += values.size()) {
    sample(std::span(values), generator);
    for (const Value x : values) ++counts[x];
  }
  return counts;
}

TEST(Distribution, OfBoundedIntegersIsUniform) {
  for (const std::int64_t greatest : {0, 1, 30, 1000}) {
    std::map<std::int64_t, double> expected;
    for (std::int64_t x = -7; x <= greatest; ++x) {
      expected[x] = 1 / static_cast<double>(greatest + 8);
    }
    const auto counts = count_values<std::int64_t>(
        "bounded",
        [=](std::span<std::int64_t> out, Generator& g) { sample_bounded(out, -7, greatest, g); });
    expect_distribution(counts, expected, draws());
  }
}

TEST(Distribution, OfNearlyUniformValuesIsUniform) {
  for (const int bound : {1, 6}) {
    std::map<std::int64_t, double> expected;
    for (int x = -bound; x <= bound; ++x) expected[x] = 1.0 / (2 * bound + 1);
    const auto counts =
        count_values<std::int8_t>("nearly uniform", [=](std::span<std::int8_t> out, Generator& g) {
          sample_nearly_uniform(out, static_cast<unsigned>(bound), g);
        });
    expect_distribution(counts, expected, draws());
  }
}

TEST(Distribution, OfTernaryAndCenteredBinomialValuesIsTheStatedOne) {
  const std::map<std::int64_t, double> thirds = {{-1, 1.0 / 3}, {0, 1.0 / 3}, {1, 1.0 / 3}};
  expect_distribution(
      count_values<std::int8_t>(
          "ternary", [](std::span<std::int8_t> out, Generator& g) { sample_ternary(out, g); }),
      thirds, draws());
  for (const unsigned eta : {1U, 2U, 8U, 21U, 32U}) {
    const auto e = static_cast<std::int64_t>(eta);
    std::map<std::int64_t, double> expected;
    for (std::int64_t v = -e; v <= e; ++v) {
      const auto n = static_cast<double>(2 * e), k = static_cast<double>(e + v);
      expected[v] = std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) -
                             n * std::log(2.0));
    }
    expect_distribution(count_values<std::int8_t>("binomial",
                                                  [=](std::span<std::int8_t> out, Generator& g) {
                                                    sample_centered_binomial(out, eta, g);
                                                  }),
                        expected, draws());
  }
}

TEST(Distribution, OfZoHasTheDensity) {
  for (const double density : {0.5, 2.0 / 3, 0.01, 1.0, 0.123456789}) {
    std::map<std::int64_t, double> expected = {{-1, density / 2}, {1, density / 2}};
    if (density < 1) expected[0] = 1 - density;
    expect_distribution(count_values<std::int8_t>("zo",
                                                  [=](std::span<std::int8_t> out, Generator& g) {
                                                    sample_ternary(out, Density::of(density), g);
                                                  }),
                        expected, draws());
  }
}

// Every vector of the weight, equally often.
TEST(Distribution, OfFixedWeightVectorsIsUniform) {
  for (const auto& [size, weight] : {std::pair(1, 1), std::pair(4, 1), std::pair(5, 2),
                                     std::pair(6, 4), std::pair(6, 6), std::pair(7, 3)}) {
    auto generator = Generator::from_seed(Seed(), "fixed weight");
    std::map<std::vector<std::int8_t>, std::uint64_t> counts;
    std::vector<std::int8_t> values(static_cast<std::size_t>(size));
    const std::size_t total = std::min(draws() / 8, std::size_t{1} << 21);
    for (std::size_t i = 0; i < total; ++i) {
      sample_fixed_weight(values, static_cast<std::size_t>(weight), generator);
      ++counts[values];
    }
    double vectors = 1;  // 2^weight times the binomial coefficient
    for (int i = 0; i < weight; ++i) vectors *= 2.0 * (size - i) / (i + 1);
    ASSERT_EQ(static_cast<double>(counts.size()), vectors);
    std::map<std::vector<std::int8_t>, double> expected;
    for (const auto& [vector, count] : counts) {
      expected[vector] = 1 / vectors;
      static_cast<void>(count);
    }
    expect_distribution(counts, expected, total);
  }
}

TEST(Distribution, OfGaussianValuesIsTheStatedOne) {
  struct Case {
    double sigma, center;
  };
  for (const Case& c : {Case{3.2, 0}, {0.5, 0.25}, {1.5, -0.5}, {19.5, 100.3}}) {
    const auto gaussian = DiscreteGaussian::create(c.sigma, c.center);
    std::map<std::int64_t, double> expected;
    double total = 0;
    for (std::int64_t x = gaussian.least(); x <= gaussian.greatest(); ++x) {
      const double d = (static_cast<double>(x) - c.center) / c.sigma;
      total += expected[x] = std::exp(-d * d / 2);
    }
    for (auto& [x, weight] : expected) weight /= total;
    expect_distribution(
        count_values<std::int64_t>("gaussian", [&](std::span<std::int64_t> out,
                                                   Generator& g) { gaussian.sample(out, g); }),
        expected, draws());
  }
}

// The test must see what it is for: a reservoir that draws positions from one too few.
TEST(Distribution, ChiSquareRejectsTheReservoirThatDrawsFromOneTooFew) {
  constexpr std::size_t kSize = 5, kWeight = 2, kTotal = 1 << 16;
  auto generator = Generator::from_seed(Seed(), "reservoir");
  std::map<std::int64_t, std::uint64_t> counts;  // of non-zero coefficients, by position
  for (std::size_t i = 0; i < kTotal; ++i) {
    std::array<std::int64_t, kWeight> chosen = {0, 1};
    for (std::int64_t k = kWeight; k < static_cast<std::int64_t>(kSize); ++k) {
      std::array<std::int64_t, 1> at;
      sample_bounded(at, 0, k - 1, generator);  // must be from 0 to k
      if (at[0] < static_cast<std::int64_t>(kWeight)) chosen[static_cast<std::size_t>(at[0])] = k;
    }
    for (const std::int64_t position : chosen) ++counts[position];
  }
  double sum = 0;
  for (const auto& [position, count] : counts) {
    const double expected = static_cast<double>(kTotal * kWeight) / kSize;
    const double difference = static_cast<double>(count) - expected;
    sum += difference * difference / expected;
  }
  EXPECT_GT(sum, 1000);
}

}  // namespace
}  // namespace lath
