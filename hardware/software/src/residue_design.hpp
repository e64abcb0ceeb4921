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

/// The primes are g 2^19 + 1, in this order on the streams.
inline constexpr std::array<Word, kChunks> kResidueMultiples = {252, 225, 216, 200, 194};
constexpr Word residue_prime(std::size_t k) noexcept { return (kResidueMultiples[k] << 19) + 1; }

/// Three pipes multiply modulo x^2048 - 1, x^2048 + 1 and x^2048 - i, where i = zeta^2048 and zeta
/// has the order 8192: it is g^((p - 1) / 8192) for the least g from 2 on that gives this order.
inline constexpr std::size_t kPipes = 3, kPipePoints = 2048, kRootOrder = 4 * kPipePoints;
/// x^2048 modulo a pipe is zeta to this power.
inline constexpr std::array<std::size_t, kPipes> kPipeExponents = {0, kRootOrder / 2,
                                                                   kRootOrder / 4};

/// A value of a key is multiplied by 2^27, as Montgomery's products divide by it, and divided by
/// 4096: by 2048 as an inverse transform multiplies by it, by 2 as the pipes are joined.
inline constexpr int kMontgomeryBits = 27;
inline constexpr std::uint64_t kKeyDivisor = 2 * kPipePoints;
/// How the 27 bits of a word of a key hold a residue r modulo p.
constexpr Word key_word(Word r, [[maybe_unused]] Word p) noexcept { return r; }
/// The residue that they hold.
constexpr Word key_residue(Word word, [[maybe_unused]] Word p) noexcept { return word; }

/// Two keys may be resident.
inline constexpr std::size_t kMaxResidentKeys = 2;
/// Data bursts of a key: for each prime and pair of points six words in two bursts.
inline constexpr std::size_t kKeyBursts = kChunks * (kPipePoints / 2) * 2;
/// U is sent as 256 columns of ten bits, twelve in a burst: column j has u[j + 256 t] in bit t.
inline constexpr std::size_t kColumns = 256, kColumnBits = 10, kBurstColumns = 12;
inline constexpr std::size_t kBinaryBursts = (kColumns + kBurstColumns - 1) / kBurstColumns;
static_assert(kColumns * kColumnBits >= kDegree);
/// E is sent as eleven bytes a burst.
inline constexpr std::size_t kBurstErrors = 11, kErrorBursts = kDegree / kBurstErrors;
static_assert(kErrorBursts * kBurstErrors == kDegree);
/// Results modulo one prime are 27 bits a coefficient without gaps, up to a whole burst.
inline constexpr std::size_t kResultBursts = (kDegree * kChunkBits + 127) / 128;

}  // namespace lath::hardware::detail
