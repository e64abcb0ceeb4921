// SPDX-License-Identifier: Apache-2.0
//
// Rows modulo Phi_2783(x) = Phi_253(y), y = x^11, by additions of blocks of 11 rows.
#pragma once

#include <cstddef>

#include "chunks.hpp"
#include "recursion_kernels.hpp"
#include "scratch.hpp"

namespace lath::hardware::detail {

/// The rows of a product of two remainders.
inline constexpr std::size_t kLinearRows = 2 * kDegree - 1;

class CyclotomicRows {
 public:
  CyclotomicRows(const RowKernels& kernels, Lanes lanes, Scratch& scratch) noexcept;

  /// kLinearRows loose rows modulo x^2783 - 1: the first 2783 become sums of two.
  void fold(Word* rows) const noexcept;
  /// kIndex rows, each a sum of at most two loose ones, modulo Phi_2783: the first kDegree become
  /// chunks of magnitude below 13 2^27, the others stay.
  void reduce(Word* rows) const noexcept;

 private:
  [[nodiscard]] Word* at(Word* blocks, std::size_t i) const noexcept { return blocks + i * block_; }
  void divide(Word* quotient, const Word* top) const noexcept;
  void multiply_lower(Word* rows, const Word* quotient) const noexcept;

  const RowKernels* kernels_;
  Lanes lanes_;
  std::size_t block_;                 // words of a block
  Word *series_, *quotient_, *ring_;  // of 34, 33 and 23 blocks
};

}  // namespace lath::hardware::detail
