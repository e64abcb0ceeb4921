// SPDX-License-Identifier: Apache-2.0
//
// Residues modulo three primes to the integer they are, modulo 2^135.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chunks.hpp"
#include "lath/arith/vector_arithmetic.hpp"

namespace lath::hardware::detail {

/// x = a_0 + p_0 (a_1 + p_1 a_2) with a_i in [0, p_i): mixed radix digits (H. Garner, The residue
/// number system, 1959). Constant time in the residues.
class MixedRadix {
 public:
  static constexpr std::size_t kLimbs = 3;

  /// For primes below 2^50 in falling order, of which the largest is below twice the smallest.
  explicit MixedRadix(std::span<const std::uint64_t> primes);

  /// The words of scratch memory of lift() for `count` integers.
  static constexpr std::size_t scratch_words(std::size_t count) noexcept { return count; }
  /// The integers in [0, p_0 p_1 p_2) with these residues, limb after limb, as rows of one message:
  /// full chunks modulo 2^135. The residues change.
  void lift(Word* rows, std::uint64_t* residues, std::size_t count,
            std::uint64_t* scratch) const noexcept;

 private:
  using Arithmetic = VectorArithmetic<std::uint64_t>;

  std::uint64_t p0_, low_, high_;  // p_0, and p_0 p_1 in two words
  std::vector<Arithmetic> by_;
  // 1 / p_0 modulo p_1 and p_2, and 1 / p_1 modulo p_2.
  Scalar<std::uint64_t> inverse01_, inverse02_, inverse12_;
};

}  // namespace lath::hardware::detail
