// SPDX-License-Identifier: Apache-2.0
#include "coding/bit_coding.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <vector>

#include "base/isas.hpp"

namespace lath::detail {
namespace {

using WordsVector = std::vector<std::uint16_t>;

WordsVector residues(std::size_t count, unsigned q, std::mt19937_64& random) {
  WordsVector words(count);
  for (auto& word : words) {
    const auto draw = random();
    word = static_cast<std::uint16_t>(draw % 8 == 0 ? 0 : draw % 8 == 1 ? q - 1 : (draw >> 8) % q);
  }
  return words;
}

unsigned bit_of(const std::vector<std::byte>& bits, std::size_t i) {
  return std::to_integer<unsigned>(bits[i / 8]) >> (i % 8) & 1;
}

constexpr unsigned kModuli[] = {3, 5, 7, 97, 257, 3329, 7681, 12289, 16381};

TEST(BitCoding, AddsWhatItsDefinitionSays) {
  std::mt19937_64 random(1);
  for (const Isa isa : testing::isas({Isa::avx2})) {
    for (const unsigned q : kModuli) {
      for (std::size_t bytes = 0; bytes <= 21; ++bytes) {
        const auto words = residues(8 * bytes, q, random),
                   summands = residues(8 * bytes, q, random);
        std::vector<std::byte> bits(bytes);
        for (auto& byte : bits) byte = static_cast<std::byte>(random() & 0xff);
        auto sums = words;
        add_encoded_bits(isa, sums, summands, bits, static_cast<std::uint16_t>(q));
        for (std::size_t i = 0; i < words.size(); ++i) {
          ASSERT_EQ(sums[i], (words[i] + summands[i] + q / 2 * bit_of(bits, i)) % q)
              << isa_name(isa) << ", q = " << q << ", " << bytes << " bytes, word " << i;
        }
      }
    }
  }
}

// Every difference, each from several pairs of words: a one is nearer to q/2 than to 0.
TEST(BitCoding, DecodesEveryDifferenceToTheNearerBit) {
  std::mt19937_64 random(2);
  for (const Isa isa : testing::isas({Isa::avx2})) {
    for (const unsigned q : kModuli) {
      const std::size_t bytes = (q + 7) / 8 + 3;  // ends in a part of a vector as well
      for (int round = 0; round < 3; ++round) {
        const auto b = residues(8 * bytes, q, random);
        WordsVector a(b.size());
        for (std::size_t i = 0; i < a.size(); ++i) {
          a[i] = static_cast<std::uint16_t>((b[i] + i) % q);
        }
        std::vector<std::byte> bits(bytes);
        decode_bits(isa, bits, a, b, static_cast<std::uint16_t>(q));
        for (std::size_t i = 0; i < a.size(); ++i) {
          const int x = static_cast<int>(i % q), modulus = static_cast<int>(q);
          // |x - q/2| < q/4, four times both sides.
          ASSERT_EQ(bit_of(bits, i) == 1, 2 * std::abs(2 * x - modulus) < modulus)
              << isa_name(isa) << ", q = " << q << ", difference " << x;
        }
      }
    }
  }
}

TEST(BitCoding, ReadsBitsOfEveryLength) {
  std::mt19937_64 random(3);
  for (const Isa isa : testing::isas({Isa::avx2})) {
    for (std::size_t bytes = 0; bytes <= 21; ++bytes) {
      std::vector<std::byte> bits(bytes), found(bytes);
      for (auto& byte : bits) byte = static_cast<std::byte>(random() & 0xff);
      const auto b = residues(8 * bytes, 12289, random);
      auto a = b;
      const WordsVector zeros(8 * bytes);
      add_encoded_bits(isa, a, zeros, bits, 12289);
      decode_bits(isa, found, a, b, 12289);
      ASSERT_EQ(found, bits) << isa_name(isa) << ", " << bytes << " bytes";
    }
  }
}

}  // namespace
}  // namespace lath::detail
