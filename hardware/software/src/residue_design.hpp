// SPDX-License-Identifier: Apache-2.0
//
// The numbers of hardware/residue that software must know: primes, the form of a resident key, the
// sizes of its streams. They are those of hardware/model/residue_ring.py, and stand nowhere else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chunks.hpp"

namespace lath::hardware::detail {

/// The primes are 2^26 + e 2^17 + 1, in this order on the streams.
inline constexpr std::array<Word, kChunks> kPrimeExcesses = {1, 3, 12, 16, 24};
constexpr Word residue_prime(std::size_t k) noexcept {
  return (Word{1} << 26) + (kPrimeExcesses[k] << 17) + 1;
}

/// Three pipes multiply modulo x^2048 - 1, x^2048 + 1 and x^2048 - i, where i = zeta^2048 and zeta
/// has the order 8192: it is g^((p - 1) / 8192) for the least g from 2 on that gives this order.
inline constexpr std::size_t kPipes = 3, kPipePoints = 2048, kRootOrder = 4 * kPipePoints;
/// x^2048 modulo a pipe is zeta to this power.
inline constexpr std::array<std::size_t, kPipes> kPipeExponents = {0, kRootOrder / 2,
                                                                   kRootOrder / 4};

/// A value of a key is multiplied by -2^27, as the circuit's products divide by it, and divided: by
/// 2048 as an inverse transform multiplies by it, and by 4, 4 or 2 as the pipes are joined.
inline constexpr int kMontgomeryBits = 27;
inline constexpr std::array<std::uint64_t, kPipes> kKeyDivisors = {4 * kPipePoints, 4 * kPipePoints,
                                                                   2 * kPipePoints};
/// How a word of a key holds a residue r modulo p: balanced, from -p / 2 to p / 2, in the two's
/// complement of 27 bits.
constexpr Word key_word(Word r, Word p) noexcept { return (r > p / 2 ? r - p : r) & kChunkMask; }

/// Two keys may be resident.
inline constexpr std::size_t kMaxResidentKeys = 2;
/// Data bursts of a key: for each prime and pair of points six words in two bursts.
inline constexpr std::size_t kKeyBursts = kChunks * (kPipePoints / 2) * 2;
/// U is sent as 128 columns of twenty bits, six in a burst: column j has u[j + 128 t] in bit t.
inline constexpr std::size_t kColumns = 128, kColumnBits = 20, kBurstColumns = 6;
inline constexpr std::size_t kBinaryBursts = (kColumns + kBurstColumns - 1) / kBurstColumns;
static_assert(kColumns * kColumnBits >= kDegree);
/// E is sent as eleven bytes a burst.
inline constexpr std::size_t kBurstErrors = 11, kErrorBursts = kDegree / kBurstErrors;
static_assert(kErrorBursts * kBurstErrors == kDegree);
/// Results modulo one prime are 27 bits a coefficient without gaps, up to a whole burst.
inline constexpr std::size_t kResultBursts = (kDegree * kChunkBits + 127) / 128;

}  // namespace lath::hardware::detail
