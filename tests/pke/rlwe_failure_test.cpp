// SPDX-License-Identifier: Apache-2.0
//
// The probability that a message comes out wrong, computed, not estimated. Decryption finds
// m + e r - e1 s + e2. A coefficient of e r - e1 s is a sum of 2n products of independent centered
// binomial values (each factor occurs once in it, up to signs, which change nothing), and e2 adds
// one more such value.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "lath/base/error.hpp"
#include "pke/rlwe_cases.hpp"
#include "pke/scheme_cases.hpp"
#include "security/noise_distribution.hpp"

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

// What fails by the library's own decoding of all residues, against the distribution modulo q.
void expect_below_two_to_the_minus_128(const Parameters& set, int squarings) {
  ASSERT_EQ(2 * set.degree, std::size_t{1} << squarings);
  const std::uint64_t q = set.modulus;
  const auto noise = testing::noise_distribution(set.noise, squarings, q);
  double mass = 0;
  for (const double p : noise) mass += p;
  EXPECT_NEAR(mass, 1.0, 1e-8);

  // Which noise turns a bit over, by the library's own decoding.
  const auto decoded = testing::decoded_bits(Scheme::create(set));
  double fails[2] = {0, 0};
  for (const std::uint64_t bit : {0U, 1U}) {
    for (std::uint64_t v = 0; v < q; ++v) {
      const bool one = decoded[(v + bit * (q / 2)) % q];
      if (one != (bit == 1)) fails[bit] += noise[v];
    }
  }
  // A tail that is not the two ends, as it ought to be, would have been summed to nearly one.
  double tail = 0;
  for (std::uint64_t v = 3073; v <= q - 3073; ++v) tail += noise[v];
  EXPECT_DOUBLE_EQ(fails[0], tail);
  EXPECT_DOUBLE_EQ(fails[1], tail + noise[q - 3072]);

  // Bound of all errors. Relative: a convolution of vectors with relative error e has at most
  // 2 e + (q + 1) u, u = 2^-53, so twelve squarings have (2^12 - 1) (q + 1) u < 2^-27.4; the last
  // convolution, with exact values, and the sum of the tail add less than 2 (q + 1) u. Dropped
  // mass: d' <= 2 d + q 2^-500 per squaring, below 2^12 q 2^-500 < 2^-474 in the end.
  const double coefficient = std::max(fails[0], fails[1]) * (1 + 0x1p-27) + 0x1p-470;
  const double message = static_cast<double>(8 * set.message_bytes) * coefficient;
  std::printf("%s: P[a coefficient fails] <= 2^%.4f, P[a message fails] <= 2^%.4f\n",
              testing::name_of(set).c_str(), std::log2(coefficient), std::log2(message));
  EXPECT_LE(message, 0x1p-128);
  // If this fails, the noise or the decoding has changed: then compute again what is claimed.
  EXPECT_GE(message, 0x1p-400);
  // The library's own computation is not modulo q.
  for (const std::uint64_t bit : {0U, 1U}) {
    const double own = failure_probability(decryption_noise(set), bit);
    EXPECT_NEAR(own / fails[bit], 1, 0x1p-19) << bit;
  }
  EXPECT_NEAR(failure_probability(set) / message, 1, 0x1p-19);
  EXPECT_LE(failure_probability(set), failure_bound(set));
  EXPECT_LE(failure_bound(set), 0x1p-128);
  EXPECT_GE(failure_bound(set), 0x1p-300);
}

TEST(RlweFailure, IsBelowTwoToTheMinus128For128Bits) {
  expect_below_two_to_the_minus_128(recommended_parameters(SecurityLevel::bits128), 11);
}
TEST(RlweFailure, IsBelowTwoToTheMinus128For256Bits) {
  expect_below_two_to_the_minus_128(recommended_parameters(SecurityLevel::bits256), 12);
}

// Two products and one value, eta = 2: all 2^20 outcomes of the bits, for every small modulus.
TEST(RlweFailure, EqualsTheEnumerationOfATinyInstance) {
  constexpr std::uint32_t kOutcomes = 1U << 20;
  constexpr int kReach = 2 * 4 + 2;
  std::vector<std::uint64_t> counts(2 * kReach + 1, 0);
  for (std::uint32_t bits = 0; bits < kOutcomes; ++bits) {
    const auto value = [bits](unsigned i) {
      const std::uint32_t nibble = bits >> (4 * i) & 15;
      return std::popcount(nibble & 3) - std::popcount(nibble >> 2);
    };
    ++counts[static_cast<std::size_t>(value(0) * value(1) + value(2) * value(3) + value(4) +
                                      kReach)];
  }
  for (std::int64_t q = 3; q < 50; ++q) {
    const BinomialDecryptionNoise noise{
        .products = 2, .eta = 2, .modulus = static_cast<std::uint64_t>(q), .coefficients = 3};
    EXPECT_EQ(worst_case_noise(noise), static_cast<std::uint64_t>(kReach));
    double largest = 0;
    for (const std::int64_t bit : {0, 1}) {
      double fails = 0;
      for (int n = -kReach; n <= kReach; ++n) {
        const std::int64_t x = bit * (q / 2) + n;
        // Without wrapping around: as if every n that leaves the interval of its bit failed.
        const bool right = bit == 0 ? std::abs(x) <= q / 4 : q / 4 < x && x < q - q / 4;
        if (!right) fails += static_cast<double>(counts[static_cast<std::size_t>(n + kReach)]);
      }
      fails /= kOutcomes;
      EXPECT_NEAR(failure_probability(noise, static_cast<std::uint64_t>(bit)), fails,
                  1e-12 * fails + 1e-100)
          << q;
      largest = std::max(largest, fails);
    }
    EXPECT_LE(failure_probability(noise), std::min(1.0, 3 * 2 * largest) + 1e-100) << q;
    EXPECT_GE(failure_bound(noise) * (1 + 1e-12), std::min(1.0, 3 * largest)) << q;
    EXPECT_EQ(failure_bound(noise) == 0, largest == 0) << q;
  }
}

TEST(RlweFailure, RefusesNoiseThatItCannotComputeWith) {
  const BinomialDecryptionNoise good{.products = 8, .eta = 2, .modulus = 97, .coefficients = 8};
  EXPECT_GT(failure_bound(good), 0);
  auto wide = good, small = good, large = good, many = good;
  wide.eta = 33;
  small.modulus = 2;
  large.modulus = std::uint64_t{1} << 62;
  many.products = ~std::uint64_t{0};
  for (const auto& bad : {wide, small, large, many}) {
    EXPECT_THROW((void)worst_case_noise(bad), Error);
    EXPECT_THROW((void)failure_probability(bad), Error);
    EXPECT_THROW((void)failure_bound(bad), Error);
  }
}

// Messages of zeros or ones of a set that can fail: the rate of wrong bits is the computed one.
TEST(RlweFailure, HappensAtTheComputedRate) {
  const Parameters set{.degree = 256, .modulus = 3329, .noise = 22, .message_bytes = 32};
  const Scheme scheme = Scheme::create_insecure(set);
  auto generator = testing::generator_of("rlwe failures");
  for (const std::uint64_t bit : {0U, 1U}) {
    Message message(set.message_bytes);
    std::ranges::fill(message.span(), bit == 1 ? std::byte{0xff} : std::byte{0});
    std::vector<double> counts;
    while (counts.size() < 2000) {
      const KeyPair keys = scheme.generate_keys(generator);
      const Ciphertext ciphertext = scheme.encrypt(keys.public_key, message, generator);
      const Message found = scheme.decrypt(keys.secret_key, ciphertext);
      double wrong = 0;
      for (const std::byte byte : found.span()) {
        const int ones = std::popcount(std::to_integer<unsigned>(byte));
        wrong += bit == 1 ? 8 - ones : ones;
      }
      counts.push_back(wrong);
    }
    testing::expect_mean(counts, 256 * failure_probability(decryption_noise(set), bit));
  }
}

}  // namespace
}  // namespace lath::rlwe
