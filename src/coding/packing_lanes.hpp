// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "coding/packing_registers.hpp"

namespace lath::detail {

/// The bytes of a vector of AVX-512, which packs and unpacks a group of eight words at once.
inline constexpr std::size_t kLaneBytes = 64;
/// Words of fewer bits are packed in registers: more than four would share a lane.
inline constexpr int kFewestLaneBits = 21;
/// Whether words of `bits` bits have room in eight bytes wherever they begin within a byte, at a
/// multiple of gcd(bits, 8): up to 58 bits, and 60.
constexpr bool fit_eight_bytes(int bits) noexcept { return bits + 8 - std::gcd(bits, 8) <= 64; }

/// Packs at most `groups` groups of eight words, as far as whole vectors can be written to `out`.
/// Returns how many: none without AVX-512 or for words of few bits.
template <ResidueWord Word>
std::size_t pack_lanes(Isa isa, std::span<std::byte> out, const Word* words, std::size_t groups,
                       int bits) noexcept;

/// The reverse, as far as whole vectors can be read from `packed`; raises `largest` to the words.
template <ResidueWord Word>
std::size_t unpack_lanes(Isa isa, Word* words, std::span<const std::byte> packed,
                         std::size_t groups, int bits, std::uint64_t& largest) noexcept;

}  // namespace lath::detail
