// SPDX-License-Identifier: Apache-2.0
//
// U to its columns and residues from their bursts, for each instruction set. Constant time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/cpu.hpp"
#include "lath/hardware/burst.hpp"
#include "residue_design.hpp"

namespace lath::hardware::detail {

/// A column of U, and memory for all of them, up to a whole burst.
using Column = std::uint32_t;
inline constexpr std::size_t kColumnWords = kBinaryBursts * kBurstColumns;

/// What is done to a product's U, and to the kResultBursts bursts of each prime of its answer.
struct ResidueKernels {
  /// kColumns columns from kDegree coefficients, 0 or 1.
  void (*columns)(Column* out, const std::int8_t* u) noexcept;
  /// kDegree words, one in kChunks. The top bit of what it returns is set if a residue is not below
  /// the prime.
  std::uint32_t (*read)(Word* results, const Burst* bursts, Word prime) noexcept;
};

/// The fastest of the features that may be used.
ResidueKernels residue_kernels(Isa isa) noexcept;
/// In plain C++.
ResidueKernels reference_residue_kernels() noexcept;

/// As read(), from coefficient 2 `first` on.
std::uint32_t read_pairs(Word* results, const Burst* bursts, Word prime,
                         std::size_t first) noexcept;

inline constexpr std::size_t kPairs = kDegree / 2;
inline const unsigned char* bytes_of(const Burst* bursts) noexcept {
  return reinterpret_cast<const unsigned char*>(bursts);
}
/// The words of coefficients 2 j and 2 j + 1, from the lower and the upper half of `pair`.
inline void store_pair(Word* results, std::size_t j, std::uint64_t pair) noexcept {
  results[2 * j * kChunks] = static_cast<Word>(pair);
  results[(2 * j + 1) * kChunks] = static_cast<Word>(pair >> 32);
}

}  // namespace lath::hardware::detail
