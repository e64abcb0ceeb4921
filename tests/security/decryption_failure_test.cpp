// SPDX-License-Identifier: Apache-2.0
#include "lath/security/decryption_failure.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>

#include "base/bad_input.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "pke/scheme_cases.hpp"
#include "security/noise_distribution.hpp"

namespace lath {
namespace {

// The probability that m comes out wrong, by counting every outcome of every random value.
double enumerated(const DecryptionNoise& noise, std::uint64_t m) {
  const int beta = static_cast<int>(noise.noise);
  std::map<std::int64_t, double> counts{{0, 1.0}};
  const auto add = [&](bool product) {
    std::map<std::int64_t, double> next;
    for (const auto& [n, count] : counts) {
      for (int x = -beta; x <= beta; ++x) {
        for (int y = -beta; y <= beta; ++y) next[n + (product ? x * y : y)] += count;
      }
    }
    counts = next;
  };
  for (std::uint64_t i = 0; i < noise.products; ++i) add(true);
  add(false);
  double all = 0, wrong = 0;
  for (const auto& [n, count] : counts) {
    const auto q = static_cast<std::int64_t>(noise.modulus);
    const auto p = static_cast<std::int64_t>(noise.plaintext_modulus);
    const std::int64_t x = p * n + static_cast<std::int64_t>(m);
    all += count;
    // Among the nearest to zero: -q/2 <= x < q/2.
    if (2 * x >= q || 2 * x < -q) wrong += count;
  }
  return wrong / all;
}

TEST(DecryptionFailure, EqualsTheEnumerationOfTinyInstances) {
  for (const std::uint64_t products : {0U, 1U, 2U, 3U, 5U, 8U}) {
    for (const unsigned beta : {1U, 2U, 3U}) {
      for (const std::uint64_t q : {7U, 8U, 17U, 30U, 61U}) {
        for (const std::uint64_t p : {2U, 3U, 5U}) {
          const DecryptionNoise noise{products, beta, q, p, 10};
          double worst = 0;
          for (std::uint64_t m = 0; m < p; ++m) {
            const double expected = enumerated(noise, m), found = failure_probability(noise, m);
            EXPECT_GE(found, expected * (1 - 0x1p-40));
            EXPECT_LE(found, expected * (1 + 0x1p-20));
            worst = std::max(worst, expected);
          }
          EXPECT_GE(failure_probability(noise), std::min(1.0, 10 * worst) * (1 - 0x1p-40));
          EXPECT_GE(failure_bound(noise), std::min(1.0, 10 * worst) * (1 - 0x1p-40));
        }
      }
    }
  }
}

// Another computation: modulo q, with wrapping sums, by the convolution that judges Ring-LWE.
TEST(DecryptionFailure, EqualsAConvolutionModuloQ) {
  constexpr std::size_t kQ = 901;
  testing::Distribution value(kQ, 0.0);
  for (const std::size_t x : {std::size_t{0}, std::size_t{1}, kQ - 1}) value[x] = 1.0 / 3;
  testing::Distribution n = testing::product_distribution(value, value, 1);
  for (int i = 0; i < 10; ++i) n = testing::convolution(n, n);
  n = testing::convolution(n, value);
  double wrong = 0;  // for m = 0 and p = 2: |n| > 225
  for (std::size_t i = 226; i <= kQ - 226; ++i) wrong += n[i];
  const DecryptionNoise noise{1024, 1, kQ, 2, 1};
  EXPECT_GT(wrong, 0x1p-400);
  EXPECT_LT(wrong, 0x1p-60);
  EXPECT_NEAR(failure_probability(noise, 0) / wrong, 1, 1e-6);
}

TEST(DecryptionFailure, NothingFailsBelowTheWorstCase) {
  DecryptionNoise noise{6, 2, 1000, 3, 1};
  EXPECT_EQ(worst_case_noise(noise), 3U * (6 * 4 + 2) + 2);
  noise.modulus = 2 * worst_case_noise(noise) + 1;
  EXPECT_EQ(failure_probability(noise), 0);
  EXPECT_EQ(failure_bound(noise), 0);
  noise.modulus -= 1;
  EXPECT_GT(failure_probability(noise), 0);
  EXPECT_GT(failure_bound(noise), 0);
}

// Those of all levels, and the sets of dimension 1024 with q = 40961 that have known answers.
TEST(DecryptionFailure, IsBelowTwoToTheMinus128ForTheRecommendedParameters) {
  std::vector<DecryptionNoise> all{{2048, 6, 40961, 2, 256}};
  for (const auto level :
       {SecurityLevel::bits128, SecurityLevel::bits192, SecurityLevel::bits256}) {
    all.push_back(lwe::decryption_noise(lwe::recommended_parameters(level)));
    all.push_back(mlwe::decryption_noise(mlwe::recommended_parameters(level)));
  }
  for (const auto& noise : all) {
    const double probability = failure_probability(noise), bound = failure_bound(noise);
    std::printf("%zu products, q = %zu: P[a message fails] <= 2^%.2f, by Chernoff 2^%.2f\n",
                noise.products, noise.modulus, std::log2(probability), std::log2(bound));
    EXPECT_LE(probability, 0x1p-128);
    EXPECT_LE(bound, 0x1p-128);
    // Below 2^-350 lies what is added to the first for its errors.
    EXPECT_GE(std::max(bound, 0x1p-350), probability);
    EXPECT_GE(probability, 0x1p-400);
  }
}

// 2mN products where the thesis counts m: no row is correct for all noise, and most fail visibly.
TEST(DecryptionFailure, OfTheThesisRows) {
  for (const unsigned beta : {1U, 2U}) {
    for (auto row : mlwe::insecure_thesis_parameters()) {
      row.noise = beta;
      const double message = failure_probability(row);
      std::printf("beta = %u, N = %5zu, q = %5lu: noise up to %lu, P[a message fails] <= 2^%.2f\n",
                  beta, row.degree, row.modulus, worst_case_noise(row), std::log2(message));
      EXPECT_EQ(worst_case_noise(row), 3 * (64 * row.degree * beta * beta + beta) + 2);
      EXPECT_GT(worst_case_noise(row), row.modulus / 2);
      EXPECT_LE(message, failure_bound(row));
      EXPECT_GT(message, beta == 1 ? 0 : 0x1p-40);
    }
  }
}

// Rates that can be seen: the computed one is that of all coefficients of messages of one value.
template <class Scheme>
void expect_computed_rate(const Scheme& scheme, const DecryptionNoise& noise, std::size_t rounds) {
  auto generator = testing::generator_of("rates");
  for (std::uint32_t m = 0; m < noise.plaintext_modulus; ++m) {
    const double rate = failure_probability(noise, m);
    EXPECT_GT(rate, 1e-4);
    EXPECT_LT(rate, 0.2);
    testing::expect_mean(testing::failures(scheme, m, rounds, generator),
                         rate * static_cast<double>(noise.coefficients));
  }
}

TEST(DecryptionFailure, IsTheRateOfModuleLwe) {
  const mlwe::Parameters parameters{.degree = 64,
                                    .rows = 3,
                                    .columns = 2,
                                    .message_rows = 2,
                                    .message_columns = 2,
                                    .modulus = 257,
                                    .plaintext_modulus = 3,
                                    .noise = 1};
  expect_computed_rate(mlwe::Scheme::create_insecure(parameters),
                       mlwe::decryption_noise(parameters), 1000);
  // One coefficient in 22 of a row of the thesis, whose transform is incomplete.
  const mlwe::Parameters row = mlwe::insecure_thesis_parameters()[3];
  EXPECT_EQ(row.modulus, 12289U);
  expect_computed_rate(mlwe::Scheme::create_insecure(row), mlwe::decryption_noise(row), 8);
}

TEST(DecryptionFailure, IsTheRateOfLwe) {
  const lwe::Parameters parameters{.rows = 100,
                                   .columns = 80,
                                   .message_rows = 4,
                                   .message_columns = 5,
                                   .modulus = 500,
                                   .plaintext_modulus = 3,
                                   .noise = 2};
  expect_computed_rate(lwe::Scheme::create_insecure(parameters), lwe::decryption_noise(parameters),
                       1000);
}

TEST(DecryptionFailure, RefusesWhatItCannotCompute) {
  const DecryptionNoise wide{std::uint64_t{1} << 20, 64, 1U << 29, 2, 1};
  testing::expect_refused({
      {"a spread of millions of integers", [&] { (void)failure_probability(wide); },
       ErrorCode::unsupported, "spreads", "term by term", "failure_bound"},
      {"p = q", [] { (void)worst_case_noise({1, 1, 5, 5, 1}); }, ErrorCode::invalid_argument,
       "modulo 5", "less than the modulus", "smaller"},
      {"p = 0", [] { (void)failure_bound({1, 1, 5, 0, 1}); }, ErrorCode::invalid_argument,
       "modulo 0", "from 1", "smaller"},
      {"wide noise", [] { (void)failure_probability({1, 65, 5, 2, 1}, 0); },
       ErrorCode::invalid_argument, "65", "64", "smaller"},
      {"too many products", [] { (void)worst_case_noise({UINT64_MAX, 2, 5, 2, 1}); },
       ErrorCode::invalid_argument, "products", "2^63", "smaller"},
  });
  EXPECT_GT(failure_bound(wide), 0);
  EXPECT_LT(failure_bound(wide), 0x1p-100);
}

}  // namespace
}  // namespace lath
