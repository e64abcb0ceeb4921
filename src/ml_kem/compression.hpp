// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Residues modulo a 12-bit prime, 2^11 < p < 2^12, as strings of a few bits each, packed as by
/// coding/packing.hpp and equal to it on every instruction set; and samples from such strings. All
/// of it is constant time unless its name says otherwise.

using Word16 = std::uint16_t;

/// The integer nearest to 2^bits / p x, modulo 2^bits, for x < p and bits from 1 to 11.
constexpr Word16 compress(Word16 x, std::uint32_t p, int bits) noexcept {
  // x / p in units of 2^-40, plus half of 2^-bits. The error of the scale, below 1, makes one of
  // less than 4096 units; (2^bits / p) x is at least 2^(40 - bits) / (2 p) > 65536 units away from
  // where rounding turns.
  const std::uint64_t scale = (std::uint64_t{1} << 40) / p;
  const std::uint64_t fraction = x * scale + (std::uint64_t{1} << (39 - bits));
  return static_cast<Word16>((fraction >> (40 - bits)) & ((1U << bits) - 1));
}

/// The integer nearest to p / 2^bits y, for y below 2^bits, halves rounded up.
constexpr Word16 decompress(Word16 y, std::uint32_t p, int bits) noexcept {
  return static_cast<Word16>((y * p + (1U << (bits - 1))) >> bits);
}

/// Packs words below 2^bits into packed_bytes(words.size(), bits) bytes, and the reverse, for bits
/// from 1 to 12.
void pack_few_bits(Isa isa, std::span<std::byte> out, std::span<const Word16> words,
                   int bits) noexcept;
void unpack_few_bits(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                     int bits) noexcept;

/// compress() of each word, packed; each word unpacked, and decompress() of it.
void compress_and_pack(Isa isa, std::span<std::byte> out, std::span<const Word16> words,
                       std::uint32_t p, int bits) noexcept;
void unpack_and_decompress(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                           std::uint32_t p, int bits) noexcept;

/// Keeps the draws below p among the packed draws of 12 bits, in order, until `out` is full, and
/// returns their number. `packed` holds whole pairs of draws, three bytes each, which are public:
/// the time depends on them. Writes anything behind those it keeps.
std::size_t keep_packed_vartime(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                                std::uint32_t p) noexcept;

/// Centered binomial residues modulo p, one from each 2 eta packed bits: the ones among the lower
/// eta less those among the upper, eta from 1 to 4.
void unpack_binomial(Isa isa, std::span<Word16> out, std::span<const std::byte> packed,
                     unsigned eta, std::uint32_t p) noexcept;

}  // namespace lath::detail
