// SPDX-License-Identifier: Apache-2.0
//
// Coefficients modulo 2^135 as five chunks of 27 bits in words of 32 bits, whose upper bits guard:
// chunks are added and subtracted side by side, and carried from time to time. A chunk that has
// been carried is
//   - full: in [0, 2^27), or
//   - loose: in [-2^4, 2^27 + 2^4), since carries of all chunks moved at once.
//
// Chunks lie in planes, one chunk of all coefficients after another, where polynomials are halved;
// and in rows, coefficient after coefficient, where products are joined. A row has five chunks of
// one message, or of four with the same chunk of all side by side, as a device sends them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/hardware/coefficient_modulus.hpp"
#include "lath/hardware/encryption_product.hpp"

namespace lath::hardware::detail {

using Word = std::uint32_t;

inline constexpr Word kChunkMask = (Word{1} << kChunkBits) - 1;

/// The messages side by side in a row.
enum class Lanes : std::uint8_t { one = 1, four = 4 };
constexpr std::size_t lane_count(Lanes lanes) noexcept { return static_cast<std::size_t>(lanes); }
constexpr std::size_t row_words(Lanes lanes) noexcept { return kChunks * lane_count(lanes); }
/// Rows for so many messages.
constexpr Lanes lanes_of(std::size_t messages) noexcept {
  return messages == 1 ? Lanes::one : Lanes::four;
}

/// Sub-polynomials after all recursions of software have as many coefficients, and the products
/// that a device returns, which joined two levels more than software halved after it.
inline constexpr std::size_t kLeaf = 40, kLeafProduct = 2 * kLeaf - 1;
inline constexpr std::size_t kDeviceProduct = 8 * kLeaf - 1;
/// Recursions of software before the device at full size, 64 * 40 = 2560 coefficients, and after
/// it.
inline constexpr unsigned kRecursions = 6, kDeviceRecursions = 2;

constexpr std::size_t power_of_three(unsigned exponent) noexcept {
  std::size_t power = 1;
  for (; exponent != 0; --exponent) power *= 3;
  return power;
}

}  // namespace lath::hardware::detail
