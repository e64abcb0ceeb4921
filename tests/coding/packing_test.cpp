// SPDX-License-Identifier: Apache-2.0
#include "coding/packing.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace lath::detail {
namespace {

template <class Word>
std::vector<Word> words_of(int bits, std::size_t count, std::mt19937_64& random) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::vector<Word> words(count);
  for (Word& word : words) {
    switch (random() % 4) {
      case 0:
        word = 0;
        break;
      case 1:
        word = static_cast<Word>(mask);
        break;
      default:
        word = static_cast<Word>(random() & mask);
    }
  }
  return words;
}

// The definition, bit by bit.
template <class Word>
std::vector<std::byte> packed_bit_by_bit(const std::vector<Word>& words, int bits) {
  std::vector<std::byte> out(packed_bytes(words.size(), bits));
  const auto width = static_cast<std::size_t>(bits);
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      const std::size_t k = i * width + j;
      const auto bit = static_cast<std::byte>((std::uint64_t{words[i]} >> j) & 1);
      out[k / 8] |= bit << (k % 8);
    }
  }
  return out;
}

template <class Word>
void check_all_widths() {
  std::mt19937_64 random(1);
  for (int bits = 1; bits <= std::min(62, kWordBits<Word>); ++bits) {
    for (const std::size_t count :
         std::initializer_list<std::size_t>{0, 1, 2, 3, 7, 8, 9, 63, 64, 65, 1000}) {
      const auto words = words_of<Word>(bits, count, random);
      std::vector<std::byte> packed(packed_bytes(count, bits), std::byte{0xaa});
      pack(packed, std::span<const Word>(words), bits);
      ASSERT_EQ(packed, packed_bit_by_bit(words, bits)) << bits << " bits, " << count << " words";
      std::vector<Word> unpacked(count, Word{1});
      unpack(std::span<Word>(unpacked), packed, bits);
      ASSERT_EQ(unpacked, words) << bits << " bits, " << count << " words";
    }
  }
}

TEST(Packing, FollowsItsDefinitionForEveryWidth16) { check_all_widths<std::uint16_t>(); }
TEST(Packing, FollowsItsDefinitionForEveryWidth32) { check_all_widths<std::uint32_t>(); }
TEST(Packing, FollowsItsDefinitionForEveryWidth64) { check_all_widths<std::uint64_t>(); }

TEST(Packing, WritesAndReadsNothingBeyondItsBytes) {
  std::vector<std::byte> storage(packed_bytes(5, 13) + 2, std::byte{0x5a});
  const std::vector<std::uint16_t> words{8191, 0, 8191, 1, 8190};
  const std::span<std::byte> inner(storage.data() + 1, storage.size() - 2);
  pack(inner, std::span<const std::uint16_t>(words), 13);
  EXPECT_EQ(storage.front(), std::byte{0x5a});
  EXPECT_EQ(storage.back(), std::byte{0x5a});
}

TEST(Packing, IgnoresTheBitsAfterTheLastWord) {
  std::vector<std::byte> packed(packed_bytes(3, 14));
  const std::vector<std::uint64_t> words{12288, 1, 8192};
  pack(packed, std::span<const std::uint64_t>(words), 14);
  packed.back() |= std::byte{0xfc};  // 42 bits use two bits of the sixth byte
  std::vector<std::uint64_t> unpacked(3);
  unpack(std::span<std::uint64_t>(unpacked), packed, 14);
  EXPECT_EQ(unpacked, words);
}

}  // namespace
}  // namespace lath::detail
