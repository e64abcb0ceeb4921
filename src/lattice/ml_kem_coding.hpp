// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// Polynomials of ML-KEM as bytes (FIPS 203, section 4.2.1). All of it is constant time.
namespace lath::ml_kem {

/// Residues modulo q = 3329, canonical unless stated, 256 for each polynomial.
using Word = std::uint16_t;
inline constexpr std::size_t kDegree = 256;
inline constexpr std::uint32_t kModulus = 3329;

/// Compress: the integer nearest to 2^bits / q x, modulo 2^bits, for bits from 1 to 11.
constexpr Word compress(Word x, int bits) noexcept {
  // x / q in units of 2^-40, plus half of 2^-bits. The error of kScale, below 0.06, makes one of
  // less than 200 units; (2^bits / q) x is at least 2^(40 - bits) / (2 q) > 80000 units away from
  // where rounding turns.
  constexpr std::uint64_t kScale = (std::uint64_t{1} << 40) / kModulus;
  const std::uint64_t fraction = x * kScale + (std::uint64_t{1} << (39 - bits));
  return static_cast<Word>((fraction >> (40 - bits)) & ((1U << bits) - 1));
}

/// Decompress: the integer nearest to q / 2^bits y, for y below 2^bits, halves rounded up.
constexpr Word decompress(Word y, int bits) noexcept {
  return static_cast<Word>((y * kModulus + (1U << (bits - 1))) >> bits);
}

/// ByteEncode and ByteDecode, of whole polynomials in 32 bits bytes each; words below 2^bits.
void encode(std::span<std::byte> out, std::span<const Word> words, int bits) noexcept;
void decode(std::span<Word> out, std::span<const std::byte> bytes, int bits) noexcept;

/// Compress, then ByteEncode; ByteDecode, then Decompress.
void compress_and_encode(std::span<std::byte> out, std::span<const Word> words, int bits) noexcept;
void decode_and_decompress(std::span<Word> out, std::span<const std::byte> bytes,
                           int bits) noexcept;

}  // namespace lath::ml_kem
