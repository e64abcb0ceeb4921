// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "coding/packing.hpp"
#include "lath/base/cpu.hpp"
#include "ml_kem/compression.hpp"

/// Polynomials of ML-KEM as bytes (FIPS 203, section 4.2.1). All of it is constant time.
namespace lath::ml_kem {

/// Residues modulo q = 3329, canonical unless stated, 256 for each polynomial.
using Word = std::uint16_t;
inline constexpr std::size_t kDegree = 256;
inline constexpr std::uint32_t kModulus = 3329;

/// Compress: the integer nearest to 2^bits / q x, modulo 2^bits, for bits from 1 to 11.
constexpr Word compress(Word x, int bits) noexcept { return detail::compress(x, kModulus, bits); }

/// Decompress: the integer nearest to q / 2^bits y, for y below 2^bits, halves rounded up.
constexpr Word decompress(Word y, int bits) noexcept {
  return detail::decompress(y, kModulus, bits);
}

/// ByteEncode and ByteDecode, of whole polynomials in 32 bits bytes each; words below 2^bits.
inline void encode(Isa isa, std::span<std::byte> out, std::span<const Word> words,
                   int bits) noexcept {
  detail::pack(isa, out, words, bits);
}
inline void decode(Isa isa, std::span<Word> out, std::span<const std::byte> bytes,
                   int bits) noexcept {
  detail::unpack(isa, out, bytes, bits);
}

/// Compress, then ByteEncode; ByteDecode, then Decompress.
inline void compress_and_encode(Isa isa, std::span<std::byte> out, std::span<const Word> words,
                                int bits) noexcept {
  detail::compress_and_pack(isa, out, words, kModulus, bits);
}
inline void decode_and_decompress(Isa isa, std::span<Word> out, std::span<const std::byte> bytes,
                                  int bits) noexcept {
  detail::unpack_and_decompress(isa, out, bytes, kModulus, bits);
}

}  // namespace lath::ml_kem
