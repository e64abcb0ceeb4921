// SPDX-License-Identifier: Apache-2.0
//
// Chi-square tests with 64 bins that stand before the draws are made, 2^20 draws and fixed seeds:
// the statistic is a fixed number for each modulus. Under the null hypothesis it exceeds 140 with
// a probability below 10^-7 (chi-square with 63 degrees of freedom); a sampler that folds the
// draws above p back instead of dropping them exceeds it by orders of magnitude.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "lath/arith/word.hpp"
#include "lath/random/samplers.hpp"

namespace lath {
namespace {

// 2^20 every day, or as LATH_TEST_DRAWS_LOG2 says.
const std::size_t kDraws = [] {
  const char* log2 = std::getenv("LATH_TEST_DRAWS_LOG2");
  return std::size_t{1} << (log2 == nullptr ? 20 : std::stoi(log2));
}();
constexpr std::uint64_t kBins = 64;
constexpr double kThreshold = 140.0;

template <class BinOf>
double chi_square(const std::vector<std::uint64_t>& draws, const BinOf& bin_of,
                  const std::array<double, kBins>& expected) {
  std::array<double, kBins> counts{};
  for (const std::uint64_t x : draws) counts[bin_of(x)] += 1;
  double sum = 0;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double difference = counts[i] - expected[i];
    sum += difference * difference / expected[i];
  }
  return sum;
}

// ceil(i p / 64): the first residue of bin i.
std::uint64_t first_of_bin(std::uint64_t i, std::uint64_t p) {
  return static_cast<std::uint64_t>((uint128{i} * p + kBins - 1) / kBins);
}

TEST(Uniformity, OfResiduesPassesChiSquareForModuliAroundPowersOfTwo) {
  for (const int bits : {7, 13, 14, 16, 30, 32, 50, 61}) {
    const std::uint64_t power = std::uint64_t{1} << bits;
    for (const std::uint64_t p : {power - 1, power, power + 1, power + power / 2}) {
      auto generator = Generator::from_seed(Seed(), "chi-square " + std::to_string(p));
      std::vector<std::uint64_t> draws(kDraws);
      sample_uniform(std::span(draws), p, generator);
      std::array<double, kBins> high{}, low{};
      for (std::uint64_t i = 0; i < kBins; ++i) {
        const double scale = static_cast<double>(kDraws) / static_cast<double>(p);
        high[i] = static_cast<double>(first_of_bin(i + 1, p) - first_of_bin(i, p)) * scale;
        low[i] = static_cast<double>((p - 1 - i) / kBins + 1) * scale;
      }
      // By size, and by the lowest six bits.
      EXPECT_LT(
          chi_square(
              draws,
              [p](std::uint64_t x) { return static_cast<std::size_t>(uint128{x} * kBins / p); },
              high),
          kThreshold)
          << p;
      EXPECT_LT(chi_square(draws, [](std::uint64_t x) { return x % kBins; }, low), kThreshold) << p;
    }
  }
}

// The statistic must see what it is for: residues folded back from a power of two.
TEST(Uniformity, ChiSquareRejectsDrawsThatAreSubtractedOnce) {
  constexpr std::uint64_t kModulus = 12289;
  auto generator = Generator::from_seed(Seed(), "folded");
  std::vector<std::uint64_t> draws(kDraws);
  sample_uniform(std::span(draws), 16384, generator);
  for (std::uint64_t& x : draws) x = x < kModulus ? x : x - kModulus;
  std::array<double, kBins> high{};
  for (std::uint64_t i = 0; i < kBins; ++i) {
    high[i] = static_cast<double>(first_of_bin(i + 1, kModulus) - first_of_bin(i, kModulus)) *
              static_cast<double>(kDraws) / static_cast<double>(kModulus);
  }
  EXPECT_GT(
      chi_square(
          draws, [](std::uint64_t x) { return static_cast<std::size_t>(x * kBins / kModulus); },
          high),
      100 * kThreshold);
}

}  // namespace
}  // namespace lath
