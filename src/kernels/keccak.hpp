// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/cpu.hpp"

namespace lath::kernels {

/// The permutation Keccak-f[1600] in place (FIPS 202, section 3.3). Word x + 5 y of the 25 is lane
/// (x, y). Constant time.
void keccak(std::uint64_t* state) noexcept;

/// How many states are permuted side by side.
inline constexpr std::size_t kKeccakStates = 4;

/// The same on four states: word i of state k is states[4 i + k]. Takes little longer than one with
/// AVX2, and four times as long on scalars. Constant time.
void keccak_four(Isa isa, std::uint64_t* states) noexcept;

}  // namespace lath::kernels
