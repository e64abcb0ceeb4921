// SPDX-License-Identifier: Apache-2.0
//
// The probability that a transported secret comes out wrong, computed, not estimated. Decryption
// finds m + e r - e1 s + e2. A coefficient of e r - e1 s is a sum of 2n products of independent
// centered binomial values (each factor occurs once in it, up to signs, which change nothing), and
// e2 adds one more such value.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "lattice/noise_distribution.hpp"
#include "lattice/rlwe_cases.hpp"

namespace lath::rlwe {
namespace {

// Four products and one value, eta = 1, modulo 17: all 2^18 outcomes of the bits, counted.
TEST(NoiseDistribution, EqualsTheEnumerationOfATinyInstance) {
  constexpr std::size_t kQ = 17;
  constexpr std::uint32_t kOutcomes = 1U << 18;
  std::vector<std::uint64_t> counts(kQ, 0);
  for (std::uint32_t bits = 0; bits < kOutcomes; ++bits) {
    const auto value = [bits](unsigned i) {
      return static_cast<int>(bits >> (2 * i) & 1) - static_cast<int>(bits >> (2 * i + 1) & 1);
    };
    int noise = value(8);
    for (unsigned i = 0; i < 4; ++i) noise += value(2 * i) * value(2 * i + 1);
    ++counts[static_cast<std::size_t>(noise + 17) % kQ];
  }
  const auto noise = testing::noise_distribution(1, 2, kQ);
  for (std::size_t i = 0; i < kQ; ++i) {
    // Exact: every probability is a multiple of 2^-18.
    ASSERT_EQ(noise[i] * kOutcomes, static_cast<double>(counts[i])) << i;
  }
}

// Sums that wrap around the modulus: 2 products with eta = 2 modulo 5, of 2^20 outcomes.
TEST(NoiseDistribution, EqualsTheEnumerationWhereSumsWrapAround) {
  constexpr std::size_t kQ = 5;
  std::vector<std::uint64_t> counts(kQ, 0);
  constexpr std::uint32_t kOutcomes = 1U << 20;
  for (std::uint32_t bits = 0; bits < kOutcomes; ++bits) {
    const auto value = [bits](unsigned i) {
      const std::uint32_t nibble = bits >> (4 * i) & 15;
      return std::popcount(nibble & 3) - std::popcount(nibble >> 2);
    };
    const int noise = value(0) * value(1) + value(2) * value(3) + value(4);
    ++counts[static_cast<std::size_t>(noise + 20) % kQ];
  }
  const auto noise = testing::noise_distribution(2, 1, kQ);
  for (std::size_t i = 0; i < kQ; ++i) {
    ASSERT_EQ(noise[i] * kOutcomes, static_cast<double>(counts[i])) << i;
  }
}

TEST(RlweFailure, IsBelowTwoToTheMinus128) {
  static_assert(2 * kDegree == std::size_t{1} << 11);
  const auto noise = testing::noise_distribution(kNoise, 11, kModulus);
  double mass = 0;
  for (const double p : noise) mass += p;
  EXPECT_NEAR(mass, 1.0, 1e-8);

  // Which noise turns a bit over, by the library's own decoding.
  const auto decoded = testing::decoded_bits();
  double fails[2] = {0, 0};
  for (const std::uint64_t bit : {0U, 1U}) {
    for (std::uint64_t v = 0; v < kModulus; ++v) {
      const bool one = decoded[(v + bit * (kModulus / 2)) % kModulus];
      if (one != (bit == 1)) fails[bit] += noise[v];
    }
  }
  // A tail that is not the two ends, as it ought to be, would have been summed to nearly one.
  double tail = 0;
  for (std::uint64_t v = 3073; v <= kModulus - 3073; ++v) tail += noise[v];
  EXPECT_DOUBLE_EQ(fails[0], tail);
  EXPECT_DOUBLE_EQ(fails[1], tail + noise[kModulus - 3072]);

  // Bound of all errors. Relative: a convolution of vectors with relative error e has at most
  // 2 e + (q + 1) u, u = 2^-53, so eleven squarings have (2^11 - 1) (q + 1) u < 2^-28.4; the last
  // convolution, with exact values, and the sum of the tail add less than 2 (q + 1) u. Dropped
  // mass: d' <= 2 d + q 2^-500 per squaring, below 2^11 q 2^-500 < 2^-475 in the end.
  const double coefficient = std::max(fails[0], fails[1]) * (1 + 0x1p-28) + 0x1p-470;
  const double secret = 256 * coefficient;  // the union bound over the bits
  std::printf("P[a coefficient fails] <= 2^%.4f, P[a secret fails] <= 2^%.4f\n",
              std::log2(coefficient), std::log2(secret));
  EXPECT_LE(secret, 0x1p-128);
  // If this fails, the noise or the decoding has changed: then compute again what is claimed.
  EXPECT_GE(secret, 0x1p-400);
}

}  // namespace
}  // namespace lath::rlwe
