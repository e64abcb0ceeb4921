// SPDX-License-Identifier: Apache-2.0
#include "coding/packing16.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "coding/packing.hpp"

namespace lath::detail {
namespace {

using WordsVector = std::vector<std::uint16_t>;

std::vector<Isa> instruction_sets() {
  std::vector<Isa> sets{Isa::scalar};
  if (has(detected_isa(), Isa::avx2)) sets.push_back(Isa::avx2);
  return sets;
}

// Zeros, all ones and random words.
WordsVector words_of(int bits, std::size_t count, std::mt19937_64& random) {
  const unsigned mask = (1U << bits) - 1;
  WordsVector words(count);
  for (auto& word : words) {
    const auto draw = random();
    word = static_cast<std::uint16_t>(draw % 4 == 0 ? 0 : draw % 4 == 1 ? mask : draw >> 8 & mask);
  }
  return words;
}

// The definition, bit by bit.
std::vector<std::byte> packed_bit_by_bit(const WordsVector& words, int bits) {
  std::vector<std::byte> out(packed_bytes(words.size(), bits));
  const auto width = static_cast<std::size_t>(bits);
  for (std::size_t k = 0; k < words.size() * width; ++k) {
    const unsigned bit = unsigned{words[k / width]} >> (k % width) & 1;
    out[k / 8] |= static_cast<std::byte>(bit << (k % 8));
  }
  return out;
}

// Every number of words up to several vectors, so that every end occurs; exact vectors, so that a
// sanitizer sees what is read or written beyond them.
TEST(Packing16, FollowsItsDefinitionForEveryWidthAndLength) {
  std::mt19937_64 random(1);
  for (const Isa isa : instruction_sets()) {
    for (int bits = 1; bits <= 16; ++bits) {
      for (std::size_t count = 0; count <= 200; count += count < 70 ? 1 : 13) {
        const auto words = words_of(bits, count, random);
        std::vector<std::byte> packed(packed_bytes(count, bits), std::byte{0xaa});
        pack_words(isa, packed, words, bits);
        ASSERT_EQ(packed, packed_bit_by_bit(words, bits))
            << isa_name(isa) << ", " << bits << " bits, " << count << " words";
        WordsVector unpacked(count, 1);
        const auto largest = unpack_words(isa, unpacked, packed, bits);
        ASSERT_EQ(unpacked, words)
            << isa_name(isa) << ", " << bits << " bits, " << count << " words";
        ASSERT_EQ(largest, words.empty() ? 0 : *std::ranges::max_element(words));
      }
    }
  }
}

// The largest word is found wherever it stands, and none that is larger is.
TEST(Packing16, FindsTheLargestWordEverywhere) {
  for (const Isa isa : instruction_sets()) {
    for (const int bits : {1, 13, 14, 16}) {
      const auto large = static_cast<std::uint16_t>((1U << bits) - 1);
      for (const std::size_t count : {1U, 15U, 16U, 40U, 256U}) {
        for (std::size_t at = 0; at < count; ++at) {
          WordsVector words(count, static_cast<std::uint16_t>(large - 1));
          words[at] = large;
          std::vector<std::byte> packed(packed_bytes(count, bits));
          pack_words(isa, packed, words, bits);
          ASSERT_EQ(unpack_words(isa, words, packed, bits), large) << isa_name(isa) << ", " << at;
        }
      }
    }
  }
}

TEST(Packing16, IgnoresWhatIsBehindTheWords) {
  std::mt19937_64 random(2);
  for (const Isa isa : instruction_sets()) {
    for (int bits = 1; bits <= 16; ++bits) {
      for (const std::size_t count : {3U, 16U, 37U, 64U}) {
        WordsVector words = words_of(bits, count, random);
        for (auto& word : words) word /= 2;
        auto packed = packed_bit_by_bit(words, bits);
        for (std::size_t k = count * static_cast<std::size_t>(bits); k < 8 * packed.size(); ++k) {
          packed[k / 8] |= std::byte{1} << (k % 8);
        }
        for (const std::size_t more : {0U, 1U, 100U}) {
          packed.resize(packed_bytes(count, bits) + more, std::byte{0xff});
          WordsVector unpacked(count);
          const auto largest = unpack_words(isa, unpacked, packed, bits);
          ASSERT_EQ(unpacked, words) << bits << " bits, " << count << " words, " << more;
          ASSERT_EQ(largest, *std::ranges::max_element(words));
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
