// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lath/arith/word.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath {

/// Which integer a base conversion hands on for x in [0, Q), given modulo k moduli.
enum class Conversion {
  /// x + alpha Q for an integer alpha in [0, k): no quotient is computed
  /// (J.-C. Bajard, J. Eynard, M. A. Hasan, V. Zucca, SAC 2016, section 2.3).
  fast,
  /// x itself, for x < Q (1 - k / 2^64); for the few above it x or x - Q.
  nonnegative,
  /// The representative of x in (-Q/2, Q/2], where that is at least -Q (1/2 - k / 2^64); for the
  /// few below, it or x, which then is less than Q (1/2 + k / 2^64).
  centered,
};

/// Conversion of residues from a basis Q to a basis B without integers in between: an immutable
/// object, cheap to copy, safe to share between threads.
///
/// With y_i = x_i (Q/q_i)^-1 mod q_i it computes sum_i y_i (Q/q_i) - alpha Q modulo each modulus of
/// B, alpha = floor(sum_i y_i / q_i) or, centered, floor(sum_i y_i / q_i + 1/2) (S. Halevi,
/// Y. Polyakov, V. Shoup, CT-RSA 2019, section 2.2). The fractions y_i / q_i are rounded down to 64
/// bits and added as integers: together they are less than k / 2^64 too small, whence the bounds
/// above, and the result depends on no machine and no order. Constant time in the residues.
class BaseConversion {
 public:
  /// Throws invalid_argument where `to` has no moduli, which RnsBasis excludes. Takes a word for
  /// each pair of moduli, computed with one product of a Q/q_i by a word each.
  static BaseConversion create(const RnsBasis& from, const RnsBasis& to);

  [[nodiscard]] const RnsBasis& from() const noexcept;
  [[nodiscard]] const RnsBasis& to() const noexcept;

  /// Converts `count` residues in each limb, limbs `stride` words apart in `in` and in `out`, which
  /// do not overlap. One word product for each pair of moduli and residue, one reduction for each
  /// residue of the result and 15 moduli, in blocks that stay in the cache.
  template <ResidueWord Word>
  void convert(Word* out, const Word* in, std::size_t stride, std::size_t count,
               Conversion conversion) const;

 private:
  struct State;
  explicit BaseConversion(std::shared_ptr<const State> state) noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
