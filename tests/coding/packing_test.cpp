// SPDX-License-Identifier: Apache-2.0
//
// Every word and instruction set against the definition, bit by bit.
#include "coding/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "base/isas.hpp"

namespace lath::detail {
namespace {

using Bytes = std::vector<std::byte>;

// Zeros, all ones and random words.
template <class Word>
std::vector<Word> words_of(int bits, std::size_t count, std::mt19937_64& random) {
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  std::vector<Word> words(count);
  for (Word& word : words) {
    const std::uint64_t kind = random() % 4, draw = random();
    word = static_cast<Word>(kind == 0 ? 0 : kind == 1 ? mask : draw & mask);
  }
  return words;
}

template <class Word>
Bytes packed_bit_by_bit(const std::vector<Word>& words, int bits) {
  Bytes out(packed_bytes(words.size(), bits));
  const auto width = static_cast<std::size_t>(bits);
  for (std::size_t k = 0; k < words.size() * width; ++k) {
    const auto bit = static_cast<std::byte>((std::uint64_t{words[k / width]} >> (k % width)) & 1);
    out[k / 8] |= bit << (k % 8);
  }
  return out;
}

std::string at(Isa isa, int bits, std::size_t count) {
  return std::string(isa_name(isa)) + ", " + std::to_string(bits) + " bits, " +
         std::to_string(count) + " words";
}

template <class Word>
class Packing : public ::testing::Test {
 protected:
  static constexpr int kMostBits = std::min(62, kWordBits<Word>);

  static void pack_all(Isa isa, std::span<std::byte> out, const std::vector<Word>& words,
                       int bits) {
    pack(isa, out, std::span<const Word>(words), bits);
  }
};
using Words = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Packing, Words);

// Every number of words up to several vectors, so that every end occurs; exact vectors, so that a
// sanitizer sees what is read or written beyond them, and the bytes around them, which stay.
TYPED_TEST(Packing, FollowsItsDefinitionForEveryWidthAndLength) {
  using Word = TypeParam;
  std::mt19937_64 random(1);
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512, Isa::avx512ifma})) {
    for (int bits = 1; bits <= this->kMostBits; ++bits) {
      for (std::size_t count = 0; count <= 200; count += count < 70 ? 1 : 13) {
        const auto words = words_of<Word>(bits, count, random);
        const Bytes expected = packed_bit_by_bit(words, bits);
        Bytes packed(expected.size(), std::byte{0xaa});
        this->pack_all(isa, packed, words, bits);
        ASSERT_EQ(packed, expected) << at(isa, bits, count);
        Bytes longer(expected.size() + 2, std::byte{0x5a});
        this->pack_all(isa, std::span(longer).subspan(1, expected.size()), words, bits);
        ASSERT_TRUE(longer.front() == std::byte{0x5a} && longer.back() == std::byte{0x5a});
        std::vector<Word> unpacked(count, Word{1});
        const auto largest = unpack(isa, std::span(unpacked), packed, bits);
        ASSERT_EQ(unpacked, words) << at(isa, bits, count);
        ASSERT_EQ(largest, words.empty() ? 0 : *std::ranges::max_element(words));
      }
    }
  }
}

// The largest word is found wherever it stands, and none that is larger is.
TYPED_TEST(Packing, FindsTheLargestWordEverywhere) {
  using Word = TypeParam;
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512, Isa::avx512ifma})) {
    for (const int bits : {1, 13, 14, this->kMostBits}) {
      const auto large = static_cast<Word>((std::uint64_t{1} << bits) - 1);
      for (const std::size_t count : {1U, 15U, 16U, 40U, 256U}) {
        for (std::size_t place = 0; place < count; ++place) {
          std::vector<Word> words(count, static_cast<Word>(large - 1));
          words[place] = large;
          Bytes packed(packed_bytes(count, bits));
          this->pack_all(isa, packed, words, bits);
          ASSERT_EQ(unpack(isa, std::span(words), packed, bits), large)
              << at(isa, bits, count) << ", word " << place;
        }
      }
    }
  }
}

TYPED_TEST(Packing, IgnoresWhatIsBehindTheWords) {
  using Word = TypeParam;
  std::mt19937_64 random(2);
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512, Isa::avx512ifma})) {
    for (int bits = 1; bits <= this->kMostBits; ++bits) {
      for (const std::size_t count : {3U, 16U, 37U, 64U}) {
        auto words = words_of<Word>(bits, count, random);
        for (Word& word : words) word /= 2;
        Bytes packed = packed_bit_by_bit(words, bits);
        for (std::size_t k = count * static_cast<std::size_t>(bits); k < 8 * packed.size(); ++k) {
          packed[k / 8] |= std::byte{1} << (k % 8);
        }
        for (const std::size_t more : {0U, 1U, 100U}) {
          packed.resize(packed_bytes(count, bits) + more, std::byte{0xff});
          std::vector<Word> unpacked(count);
          const auto largest = unpack(isa, std::span(unpacked), packed, bits);
          ASSERT_EQ(unpacked, words) << at(isa, bits, count) << ", " << more << " bytes more";
          ASSERT_EQ(largest, *std::ranges::max_element(words)) << at(isa, bits, count);
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
