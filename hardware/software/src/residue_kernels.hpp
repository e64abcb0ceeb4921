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

/// What is done to a product's U and to its answer of kChunks * kResultBursts bursts.
struct ResidueKernels {
  /// kColumns columns from kDegree coefficients, 0 or 1.
  void (*columns)(Column* out, const std::int8_t* u) noexcept;
  /// kDegree * kChunks words, coefficient after coefficient. The top bit of what it returns is set
  /// if a residue is not below its prime.
  std::uint32_t (*read)(Word* results, const Burst* answer) noexcept;
};

/// The fastest of the features that may be used.
ResidueKernels residue_kernels(Isa isa) noexcept;
/// In plain C++.
ResidueKernels reference_residue_kernels() noexcept;

/// As read(), from coefficient 2 `first` on.
inline constexpr std::size_t kPairs = kDegree / 2;
std::uint32_t read_pairs(Word* results, const Burst* answer, std::size_t first) noexcept;

inline const unsigned char* bytes_of_prime(const Burst* answer, std::size_t k) noexcept {
  return reinterpret_cast<const unsigned char*>(answer + k * kResultBursts);
}

}  // namespace lath::hardware::detail
