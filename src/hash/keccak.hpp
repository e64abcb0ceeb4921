// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// The permutation Keccak-f[1600] in place (FIPS 202, section 3.3). Word x + 5 y of the 25 is lane
/// (x, y). Constant time.
void keccak(Isa isa, std::uint64_t* state) noexcept;

/// The number of states that are permuted side by side: as many as a vector has words of 64 bits,
/// so one for the scalar code.
std::size_t keccak_states(Isa isa) noexcept;
inline constexpr std::size_t kMaxKeccakStates = 8;

/// The permutation of n = keccak_states(isa) states: word i of state k is states[n i + k]. Eight
/// states take hardly longer than one, and four less than twice as long. Constant time.
void keccak_side_by_side(Isa isa, std::uint64_t* states) noexcept;

/// The first words of each of these states, one state behind the other: at least a block of every
/// function, in whole vectors.
inline constexpr std::size_t kKeccakOutputWords = 24;
void keccak_outputs(Isa isa, std::uint64_t* outputs, const std::uint64_t* states) noexcept;

}  // namespace lath::detail
