// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Compression of residues modulo a 12-bit prime, 2^11 < p < 2^12, to a few bits each (FIPS 203,
/// section 4.2.1), packed as by coding/packing.hpp. All of it is constant time.

/// The integer nearest to 2^bits / p x, modulo 2^bits, for x < p and bits from 1 to 11.
constexpr std::uint16_t compress(std::uint16_t x, std::uint32_t p, int bits) noexcept {
  // x / p in units of 2^-40, plus half of 2^-bits. The error of the scale, below 1, makes one of
  // less than 4096 units; (2^bits / p) x is at least 2^(40 - bits) / (2 p) > 65536 units away from
  // where rounding turns.
  const std::uint64_t scale = (std::uint64_t{1} << 40) / p;
  const std::uint64_t fraction = x * scale + (std::uint64_t{1} << (39 - bits));
  return static_cast<std::uint16_t>((fraction >> (40 - bits)) & ((1U << bits) - 1));
}

/// The integer nearest to p / 2^bits y, for y below 2^bits, halves rounded up.
constexpr std::uint16_t decompress(std::uint16_t y, std::uint32_t p, int bits) noexcept {
  return static_cast<std::uint16_t>((y * p + (1U << (bits - 1))) >> bits);
}

/// compress() of each word, packed; each word unpacked, and decompress() of it.
void compress_and_pack(Isa isa, std::span<std::byte> out, std::span<const std::uint16_t> words,
                       std::uint32_t p, int bits) noexcept;
void unpack_and_decompress(Isa isa, std::span<std::uint16_t> out, std::span<const std::byte> packed,
                           std::uint32_t p, int bits) noexcept;

}  // namespace lath::detail
