// SPDX-License-Identifier: Apache-2.0
//
// Instances with so few secrets that all can be tried, and numbers that no word holds.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "lath/random/discrete_gaussian.hpp"
#include "lath/random/samplers.hpp"
#include "lath/security/security_estimate.hpp"

namespace lath {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kDimension = 8;
constexpr double kSigma = 3000;
constexpr std::uint64_t kModulus = 12289;
constexpr int kSecrets = 6561;  // 3^8

LweInstance few_secrets() {
  return {.dimension = kDimension,
          .log2_modulus = std::log2(static_cast<double>(kModulus)),
          .secret = SmallDistribution::ternary(),
          .error = SmallDistribution::discrete_gaussian(kSigma)};
}

TEST(ExhaustiveSearch, BoundsEveryEstimate) {
  const LweInstance instance = few_secrets();
  const double bits = std::log2(static_cast<double>(kSecrets));
  for (const CostModel model : kCostModels) EXPECT_LE(estimated_security(instance, model), bits);
  const SecurityEstimate estimate = estimate_security(instance);
  EXPECT_NEAR(estimate.classical, bits, 1e-9);
  EXPECT_NEAR(estimate.quantum, bits / 2, 1e-9);
  EXPECT_FALSE(reaches(estimate, SecurityLevel::bits128));
}

std::vector<std::int64_t> digits_of(int secret) {
  std::vector<std::int64_t> digits;
  for (int i = 0; i < kDimension; ++i, secret /= 3) digits.push_back(secret % 3 - 1);
  return digits;
}

// That such an instance is solved: by the sums of cosines that the estimate counts samples for.
TEST(ExhaustiveSearch, FindsTheSecret) {
  Generator generator = Generator::from_seed(Seed(), "exhaustive search");
  const double bias = SmallDistribution::discrete_gaussian(kSigma).bias(std::log2(kModulus));
  const auto samples =
      static_cast<std::size_t>(std::ceil(8 * std::log(2.0 * kSecrets) / bias / bias));
  for (const int secret : {0, 1234, 6560}) {
    std::vector<std::uint16_t> a(samples * kDimension);
    std::vector<std::int64_t> b(samples);
    sample_uniform(std::span(a), kModulus, generator);
    DiscreteGaussian::create(kSigma).sample(b, generator);
    const auto product = [&](std::size_t i, const std::vector<std::int64_t>& s) {
      std::int64_t sum = 0;
      for (int j = 0; j < kDimension; ++j) {
        sum += a[i * kDimension + static_cast<std::size_t>(j)] * s[static_cast<std::size_t>(j)];
      }
      return sum;
    };
    const auto digits = digits_of(secret);
    for (std::size_t i = 0; i < samples; ++i) b[i] += product(i, digits);
    std::vector<double> cosines;
    for (std::uint64_t x = 0; x < kModulus; ++x) {
      cosines.push_back(std::cos(2 * std::numbers::pi * static_cast<double>(x) / kModulus));
    }
    std::vector<int> found;
    for (int guess = 0; guess < kSecrets; ++guess) {
      const auto s = digits_of(guess);
      double sum = 0;
      for (std::size_t i = 0; i < samples; ++i) {
        constexpr auto kQ = static_cast<std::int64_t>(kModulus);
        sum += cosines[static_cast<std::size_t>(((b[i] - product(i, s)) % kQ + kQ) % kQ)];
      }
      if (sum > bias / 2 * static_cast<double>(samples)) found.push_back(guess);
    }
    EXPECT_EQ(found, std::vector<int>{secret});
  }
}

TEST(ExhaustiveSearch, CountsGuesses) {
  const auto guesses = [](std::size_t n, SmallDistribution secret, SmallDistribution error) {
    const LweInstance instance{n, 20, secret, error};
    return estimate_attack(instance, Attack::exhaustive_search, CostModel::matzov).log2_operations;
  };
  const auto narrow = SmallDistribution::discrete_gaussian(3.2);
  EXPECT_DOUBLE_EQ(guesses(10, SmallDistribution::uniform(0, 1), narrow), 10);
  EXPECT_DOUBLE_EQ(guesses(10, SmallDistribution::uniform(-8, 7), narrow), 40 * 1.0);
  // Secrets that are wider than the error are exchanged for errors.
  EXPECT_DOUBLE_EQ(guesses(10, SmallDistribution::uniform(0, 1023), SmallDistribution::ternary()),
                   10 * std::log2(3.0));
  for (const CostModel model : kCostModels) {
    const LweInstance instance{100, 20, SmallDistribution::ternary(), narrow};
    const AttackEstimate found = estimate_attack(instance, Attack::exhaustive_search, model);
    const bool quantum = model == CostModel::core_svp_quantum ||
                         model == CostModel::standard_2018_quantum ||
                         model == CostModel::chailloux_loyer;
    EXPECT_DOUBLE_EQ(found.log2_operations, std::log2(3.0) * (quantum ? 50 : 100));
    EXPECT_EQ(found.guessed, 100U);
  }
}

// What no sample tells, no search finds.
TEST(ExhaustiveSearch, NeedsSamples) {
  const auto cost = [](LweInstance instance, std::size_t samples) {
    instance.samples = samples;
    return estimate_attack(instance, Attack::exhaustive_search, CostModel::matzov).log2_operations;
  };
  // 100 secret bits, of which a sample with ternary errors tells 10 - log2 3 or 8.4.
  const LweInstance narrow{100, 10, SmallDistribution::uniform(0, 1), SmallDistribution::ternary()};
  EXPECT_EQ(cost(narrow, 11), kInfinity);
  EXPECT_EQ(cost(narrow, 12), 100);
  EXPECT_EQ(cost(few_secrets(), 100), kInfinity);
  EXPECT_LT(cost(few_secrets(), 1000), 13);
  const LweInstance hidden{8, 8, SmallDistribution::ternary(), SmallDistribution::uniform(0, 255)};
  EXPECT_EQ(cost(hidden, kUnlimitedSamples), kInfinity);
}

// By the definitions, term by term.
TEST(ExhaustiveSearch, DistributionsHaveTheirGuessesAndBias) {
  struct Case {
    SmallDistribution distribution;
    std::vector<double> weights;  // of 0, 1, ... in terms of that of 0, the same to both sides
  };
  const auto gaussian = [](double sigma) {
    std::vector<double> weights;
    for (int x = 0; x < 40 * sigma; ++x) weights.push_back(std::exp(-0.5 * x * x / sigma / sigma));
    return Case{SmallDistribution::discrete_gaussian(sigma), weights};
  };
  const auto binomial = [](unsigned eta) {
    std::vector<double> weights{1};
    for (unsigned x = 1; x <= eta; ++x)
      weights.push_back(weights.back() * (eta + 1 - x) / (eta + x));
    return Case{SmallDistribution::centered_binomial(eta), weights};
  };
  std::vector<Case> cases{{SmallDistribution::ternary(), {1, 1}},
                          {SmallDistribution::uniform(-50, 50), std::vector<double>(51, 1.0)}};
  for (const double sigma : {0.3, 1.0, 3.19, 15.9, 16.1, 100.0}) cases.push_back(gaussian(sigma));
  for (const unsigned eta : {1U, 2U, 8U, 32U, 511U, 513U, 4000U}) cases.push_back(binomial(eta));
  for (const Case& c : cases) {
    double sum = 0, roots = 0;
    for (std::size_t x = 0; x < c.weights.size(); ++x) {
      sum += c.weights[x] * (x == 0 ? 1 : 2);
      roots += std::sqrt(c.weights[x]) * (x == 0 ? 1 : 2);
    }
    EXPECT_NEAR(c.distribution.log2_guesses(), 2 * std::log2(roots) - std::log2(sum), 0x1p-9);
    for (const double q : {2.5, 17.0, 257.0, 12289.0}) {
      double mean = 0;
      for (std::size_t x = 0; x < c.weights.size(); ++x) {
        const double angle = 2 * std::numbers::pi * static_cast<double>(x) / q;
        mean += c.weights[x] / sum * std::cos(angle) * (x == 0 ? 1 : 2);
      }
      EXPECT_NEAR(c.distribution.bias(std::log2(q)), std::abs(mean), 1e-9) << q;
    }
  }
  EXPECT_EQ(SmallDistribution::uniform(0, 1).bias(16384), 1);
  EXPECT_EQ(SmallDistribution::discrete_gaussian(0x1p1000).bias(2000), 1);
}

// Moduli and deviations beyond 2^64, and up to the ends of what is accepted.
TEST(SecurityEstimate, OfNumbersThatNoWordHolds) {
  const auto gaussian = [](double sigma) { return SmallDistribution::discrete_gaussian(sigma); };
  const LweInstance wide{10, 300, gaussian(1e30), gaussian(1e30)};
  EXPECT_EQ(estimate_attack(wide, Attack::dual_hybrid, CostModel::matzov).transform_modulus,
            std::numeric_limits<std::size_t>::max());
  for (const double log2_q : {1.5, 64.0, 300.0, 1100.0, 16384.0}) {
    for (const double sigma : {0.3, 3.2, 0x1p64, 1e30, 0x1p511, 0x1p513, 0x1p1000}) {
      if (std::log2(sigma) > log2_q - 2) continue;
      for (const auto& secret : {SmallDistribution::ternary(), gaussian(sigma)}) {
        for (const std::size_t n : {1U, 2U, 10U, 1U << 20}) {
          for (const std::size_t samples : {std::size_t{1}, n, kUnlimitedSamples}) {
            const LweInstance instance{n, log2_q, secret, gaussian(sigma), samples};
            for (const Attack attack : kAttacks) {
              const double cost =
                  estimate_attack(instance, attack, CostModel::matzov).log2_operations;
              ASSERT_GE(cost, 0) << log2_q << " " << sigma << " " << n << " " << name_of(attack);
            }
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath
