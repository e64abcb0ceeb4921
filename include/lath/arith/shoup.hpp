// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath {

/// A residue w in [0, p) prepared for many products by it. It keeps floor(w 2^b / p) for words of b
/// bits, so that a product costs two low multiplications, a high one and no division (V. Shoup's
/// NTL; D. Harvey, "Faster arithmetic for number-theoretic transforms", 2014).
template <ResidueWord Word>
struct ShoupFactor {
  Word value = 0;     ///< w
  Word quotient = 0;  ///< floor(w 2^b / p)

  /// The factor 0.
  constexpr ShoupFactor() noexcept = default;
  /// The factor w in [0, p), which is not checked. Takes a division, whose time depends on w; for
  /// secret factors see Barrett::shoup_quotient().
  constexpr ShoupFactor(Word w, Word p) noexcept
      : value(w), quotient(static_cast<Word>((Wide<Word>{w} << kWordBits<Word>) / p)) {}

  /// A number in [0, 2p) that is congruent to x w, for every word x and p < 2^(b-1).
  [[nodiscard]] constexpr Word multiply_lazy(Word x, Word p) const noexcept {
    const Word q = multiply_high(x, quotient);
    return static_cast<Word>(multiply_low(x, value) - multiply_low(q, p));
  }

  /// x w mod p in [0, p) for every word x.
  [[nodiscard]] constexpr Word multiply(Word x, Word p) const noexcept {
    return ct::subtract_once(multiply_lazy(x, p), p);
  }
};

}  // namespace lath
