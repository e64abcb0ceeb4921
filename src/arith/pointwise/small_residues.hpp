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

}  // namespace lath::detail
