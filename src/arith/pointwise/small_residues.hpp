// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// out[i] = integers[i] mod p, for |integers[i]| < p. Constant time.
template <ResidueWord Word, class Integer>
void small_residues(Isa isa, Word* out, std::span<const Integer> integers,
                    std::uint64_t p) noexcept;

/// The reverse: out[i] = residues[i] mod t, from -(t - 1) / 2 to t / 2, for residues[i] < t < 2^63.
/// Constant time.
void centered(Isa isa, std::int64_t* out, std::span<const std::uint64_t> residues,
              std::uint64_t t) noexcept;

/// out[i] = the integer of centered() modulo p, for residues[i] < t <= p < 2^63. Constant time.
void raise_residues(Isa isa, std::uint64_t* out, std::span<const std::uint64_t> residues,
                    std::uint64_t t, std::uint64_t p) noexcept;

}  // namespace lath::detail
