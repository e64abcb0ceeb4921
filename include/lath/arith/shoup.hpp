// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath {

/// A residue w in [0, p) prepared for many products by it: it carries floor(w 2^b / p) for words of
/// b bits, so that a product costs two low and one high multiplication and no division
/// (V. Shoup's NTL; D. Harvey, "Faster arithmetic for number-theoretic transforms", 2014).
template <ResidueWord Word>
struct ShoupFactor {
  Word value = 0;
  Word quotient = 0;

  /// The factor 0, and w in [0, p), which is not checked; a division, whose time depends on w, see
  /// Barrett::shoup_quotient().
  constexpr ShoupFactor() noexcept = default;
  constexpr ShoupFactor(Word w, Word p) noexcept
      : value(w), quotient(static_cast<Word>((Wide<Word>{w} << kWordBits<Word>) / p)) {}

  /// x w mod p up to one p: in [0, 2p) for every word x and p < 2^(b-1).
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
