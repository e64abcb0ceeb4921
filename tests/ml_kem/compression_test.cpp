// SPDX-License-Identifier: Apache-2.0
//
// Every instruction set against the definition: rounding by division, packing bit by bit.
#include "ml_kem/compression.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/isas.hpp"
#include "ml_kem/primes.hpp"

namespace lath::detail {
namespace {

using Words = std::vector<std::uint16_t>;
using Bytes = std::vector<std::byte>;

Bytes bit_by_bit(const Words& words, int bits) {
  const auto width = static_cast<std::size_t>(bits);
  Bytes bytes(words.size() * width / 8);
  for (std::size_t i = 0; i < words.size() * width; ++i) {
    const unsigned bit = words[i / width] >> (i % width) & 1U;
    bytes[i / 8] |= static_cast<std::byte>(bit << (i % 8));
  }
  return bytes;
}

TEST(Compression, RoundsEveryResidueToTheNearest) {
  for (const std::uint32_t p : testing::kPrimesOf12Bits) {
    Words words(p + 15 - (p + 15) % 16);  // all residues, and some of them once more
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<std::uint16_t>(i % p);
    for (int bits = 1; bits <= 11; ++bits) {
      Words nearest(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t rounded = ((std::uint32_t{words[i]} << (bits + 1)) + p) / (2 * p);
        nearest[i] = static_cast<std::uint16_t>(rounded % (1U << bits));
      }
      const Bytes expected = bit_by_bit(nearest, bits);
      for (const Isa isa : testing::isas({Isa::avx2})) {
        Bytes packed(expected.size());
        compress_and_pack(isa, packed, words, p, bits);
        ASSERT_EQ(packed, expected) << isa_name(isa) << " " << bits << " bits modulo " << p;
      }
    }
  }
}

TEST(Compression, DecompressesToTheNearest) {
  for (const std::uint32_t p : testing::kPrimesOf12Bits) {
    for (int bits = 1; bits <= 11; ++bits) {
      Words words(std::size_t{1} << std::max(bits, 4)), expected(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = static_cast<std::uint16_t>(i % (1U << bits));
        expected[i] = static_cast<std::uint16_t>((2 * p * words[i] + (1U << bits)) / (2U << bits));
      }
      const Bytes packed = bit_by_bit(words, bits);
      for (const Isa isa : testing::isas({Isa::avx2})) {
        Words out(words.size());
        unpack_and_decompress(isa, out, packed, p, bits);
        ASSERT_EQ(out, expected) << isa_name(isa) << " " << bits << " bits modulo " << p;
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
