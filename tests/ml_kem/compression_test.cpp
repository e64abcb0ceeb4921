// SPDX-License-Identifier: Apache-2.0
//
// Every instruction set against definitions: packing bit by bit, rounding by division.
#include "ml_kem/compression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

using Words = std::vector<Word16>;
using Bytes = std::vector<std::byte>;

// The least, one in the middle and the largest prime of 12 bits.
constexpr std::array<std::uint32_t, 3> kPrimes = {2053, 3329, 4093};
constexpr std::array<std::size_t, 7> kCounts = {8, 16, 24, 32, 48, 256, 1000};

std::vector<Isa> isas() {
  return has(detected_isa(), Isa::avx2) ? std::vector{Isa::scalar, Isa::avx2}
                                        : std::vector{Isa::scalar};
}

Bytes bit_by_bit(const Words& words, int bits) {
  const auto width = static_cast<std::size_t>(bits);
  Bytes bytes(words.size() * width / 8);
  for (std::size_t i = 0; i < words.size() * width; ++i) {
    const unsigned bit = words[i / width] >> (i % width) & 1U;
    bytes[i / 8] |= static_cast<std::byte>(bit << (i % 8));
  }
  return bytes;
}

Words words_below(std::uint32_t bound, std::size_t count, testing::SeededValues& random) {
  Words words(count);
  for (Word16& word : words) word = static_cast<Word16>(random.below(bound));
  return words;
}

Bytes random_bytes(std::size_t count, testing::SeededValues& random) {
  Bytes bytes(count);
  for (std::byte& byte : bytes) byte = random.byte();
  return bytes;
}

TEST(Compression, PacksAndUnpacksBitByBit) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (const Isa isa : isas()) {
    for (int bits = 1; bits <= 12; ++bits) {
      for (const std::size_t count : kCounts) {
        const Words words = words_below(1U << bits, count, random);
        const Bytes expected = bit_by_bit(words, bits);
        // A byte more, to see that it is left alone.
        Bytes packed(expected.size() + 1, std::byte{0x5a});
        pack_few_bits(isa, std::span(packed).first(expected.size()), words, bits);
        EXPECT_EQ(packed.back(), std::byte{0x5a});
        packed.pop_back();
        ASSERT_EQ(packed, expected) << isa_name(isa) << " " << bits << " bits, " << count;
        Words unpacked(count);
        unpack_few_bits(isa, unpacked, packed, bits);
        ASSERT_EQ(unpacked, words) << isa_name(isa) << " " << bits << " bits, " << count;
      }
    }
  }
}

TEST(Compression, RoundsEveryResidueToTheNearest) {
  for (const std::uint32_t p : kPrimes) {
    Words words(p + 15 - (p + 15) % 16);  // all residues, and some of them once more
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<Word16>(i % p);
    for (int bits = 1; bits <= 11; ++bits) {
      Words nearest(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t rounded = ((std::uint32_t{words[i]} << (bits + 1)) + p) / (2 * p);
        nearest[i] = static_cast<Word16>(rounded % (1U << bits));
      }
      const Bytes expected = bit_by_bit(nearest, bits);
      for (const Isa isa : isas()) {
        Bytes packed(expected.size());
        compress_and_pack(isa, packed, words, p, bits);
        ASSERT_EQ(packed, expected) << isa_name(isa) << " " << bits << " bits modulo " << p;
      }
    }
  }
}

TEST(Compression, DecompressesToTheNearest) {
  for (const std::uint32_t p : kPrimes) {
    for (int bits = 1; bits <= 11; ++bits) {
      Words words(std::size_t{1} << std::max(bits, 4)), expected(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<Word16>(i % (1U << bits));
        expected[i] = static_cast<Word16>((2 * p * words[i] + (1U << bits)) / (2U << bits));
      }
      const Bytes packed = bit_by_bit(words, bits);
      for (const Isa isa : isas()) {
        Words out(words.size());
        unpack_and_decompress(isa, out, packed, p, bits);
        ASSERT_EQ(out, expected) << isa_name(isa) << " " << bits << " bits modulo " << p;
      }
    }
  }
}

TEST(Compression, KeepsTheDrawsBelowTheModulusUntilThereIsNoRoom) {
  testing::SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (const std::uint32_t p : kPrimes) {
    for (const std::size_t size : {3U, 24U, 27U, 48U, 168U, 504U}) {
      for (int round = 0; round < 50; ++round) {
        const Bytes packed = random_bytes(size, random);
        Words draws(size / 3 * 2), expected;
        unpack_few_bits(Isa::scalar, draws, packed, 12);
        const std::size_t room = 1 + random.below(draws.size());
        for (const Word16 draw : draws) {
          if (draw < p && expected.size() < room) expected.push_back(draw);
        }
        for (const Isa isa : isas()) {
          Words out(room + 1, 0xffff);
          const std::size_t count = keep_packed_vartime(isa, std::span(out).first(room), packed, p);
          ASSERT_EQ(count, expected.size()) << isa_name(isa) << " " << size << " bytes";
          EXPECT_EQ(out.back(), 0xffff) << "behind the room";
          out.resize(count);
          ASSERT_EQ(out, expected) << isa_name(isa) << " " << size << " bytes";
        }
      }
    }
  }
}

TEST(Compression, CountsOnesLessOnes) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  constexpr std::uint32_t kPrime = 3329;
  for (unsigned eta = 1; eta <= 4; ++eta) {
    for (const std::size_t count : kCounts) {
      const Bytes packed = random_bytes(count / 4 * eta, random);
      Words draws(count), expected(count);
      unpack_few_bits(Isa::scalar, draws, packed, static_cast<int>(2 * eta));
      for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t value = kPrime;
        for (unsigned k = 0; k < eta; ++k) {
          value += (draws[i] >> k & 1U) - (draws[i] >> (eta + k) & 1U);
        }
        expected[i] = static_cast<Word16>(value % kPrime);
      }
      for (const Isa isa : isas()) {
        Words out(count);
        unpack_binomial(isa, out, packed, eta, kPrime);
        ASSERT_EQ(out, expected) << isa_name(isa) << " eta " << eta << ", " << count;
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
