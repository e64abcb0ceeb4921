// SPDX-License-Identifier: Apache-2.0
#include "ml_kem/polynomial_bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::ml_kem {
namespace {

constexpr int kLargestBits = 11;

// The nearest integer to 2^bits / q x, by division, for every x: so the product and shift are
// right.
TEST(MlKemCoding, CompressesEveryResidueToTheNearest) {
  for (int bits = 1; bits <= kLargestBits; ++bits) {
    for (std::uint32_t x = 0; x < kModulus; ++x) {
      const std::uint32_t nearest = ((x << (bits + 1)) + kModulus) / (2 * kModulus);
      ASSERT_EQ(compress(static_cast<Word>(x), bits), nearest % (1U << bits)) << x << " " << bits;
    }
  }
}

TEST(MlKemCoding, DecompressesToTheNearestAndCompressesBack) {
  for (int bits = 1; bits <= kLargestBits; ++bits) {
    for (std::uint32_t y = 0; y < 1U << bits; ++y) {
      const Word x = decompress(static_cast<Word>(y), bits);
      const std::uint32_t steps = 1U << bits;
      ASSERT_EQ(x, (2 * kModulus * y + steps) / (2 * steps)) << y << " " << bits;
      ASSERT_LT(x, kModulus);
      ASSERT_EQ(compress(x, bits), y) << bits;
    }
  }
}

// Bit j of word i is bit i bits + j of the string, the lowest bit of each byte first (algorithm 5).
TEST(MlKemCoding, EncodesBitByBit) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (int bits = 1; bits <= 12; ++bits) {
    const auto width = static_cast<std::size_t>(bits);
    std::vector<Word> words(2 * kDegree), decoded(2 * kDegree);
    for (Word& word : words) word = static_cast<Word>(random.below(1U << bits));
    std::vector<std::byte> bytes(words.size() * width / 8), expected(bytes.size());
    for (std::size_t i = 0; i < words.size() * width; ++i) {
      const unsigned bit = words[i / width] >> (i % width) & 1U;
      expected[i / 8] |= static_cast<std::byte>(bit << (i % 8));
    }
    encode(active_isa(), bytes, words, bits);
    EXPECT_EQ(bytes, expected) << bits;
    decode(active_isa(), decoded, bytes, bits);
    EXPECT_EQ(decoded, words) << bits;
  }
}

TEST(MlKemCoding, CompressesWhatItEncodes) {
  testing::SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (const int bits : {1, 4, 5, 10, 11}) {
    std::vector<Word> words(2 * kDegree), small(words.size()), decoded(words.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = static_cast<Word>(random.below(kModulus));
      small[i] = compress(words[i], bits);
    }
    std::vector<std::byte> bytes(words.size() * static_cast<std::size_t>(bits) / 8),
        expected(bytes);
    compress_and_encode(active_isa(), bytes, words, bits);
    encode(active_isa(), expected, small, bits);
    EXPECT_EQ(bytes, expected) << bits;
    decode_and_decompress(active_isa(), decoded, bytes, bits);
    for (std::size_t i = 0; i < words.size(); ++i) {
      ASSERT_EQ(decoded[i], decompress(small[i], bits)) << bits;
    }
  }
}

// FIPS 203, section 4.3: zeta = 17, block i is modulo x^2 - 17^(2 BitRev7(i) + 1), and appendix A
// begins with these powers.
TEST(MlKemTransform, HasTheOrderOfTheStandard) {
  const auto plan = NttPlan<Word>::create(kDegree, kModulus, NttShape{Convolution::negacyclic, 1});
  EXPECT_EQ(plan.root(), 17);
  // x^2 modulo x^2 - zeta is zeta.
  std::vector<Word> square(kDegree);
  square[2] = 1;
  plan.forward(square.data());
  const std::array<std::int32_t, 8> zetas = {17, -17, 2761, -2761, 583, -583, 2649, -2649};
  for (std::size_t i = 0; i < zetas.size(); ++i) {
    EXPECT_EQ(square[2 * i], (zetas[i] + 3329) % 3329);
    EXPECT_EQ(square[2 * i + 1], 0);
  }
  for (std::size_t i = 0; i < kDegree / 2; ++i) {
    std::uint64_t power = 1, reversed = 0;
    for (std::size_t bit = 0; bit < 7; ++bit) reversed |= (i >> bit & 1) << (6 - bit);
    for (std::uint64_t e = 0; e < 2 * reversed + 1; ++e) power = power * 17 % kModulus;
    EXPECT_EQ(square[2 * i], power) << i;
  }
}

}  // namespace
}  // namespace lath::ml_kem
