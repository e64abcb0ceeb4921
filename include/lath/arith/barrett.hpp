// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath {

/// Reduction modulo p, 2 <= p < 2^(w-2) for words of w bits, by a precomputed reciprocal
/// (P. Barrett, CRYPTO '86; A. Menezes et al., Handbook of Applied Cryptography, algorithm 14.42).
/// Constant time in the numbers that are reduced.
template <ResidueWord Word>
class Barrett {
 public:
  /// The reduction modulo p, which is not checked: Modulus does that. Four divisions.
  constexpr explicit Barrett(Word p) noexcept
      : p_(p),
        bits_(bit_length(p)),
        product_ratio_(static_cast<Word>((Wide<Word>{1} << (2 * bits_)) / p)),
        word_ratio_(static_cast<Word>((Wide<Word>{1} << kWordBits<Word>) / p)),
        low_ratio_(low_ratio(p)) {}

  /// p.
  [[nodiscard]] constexpr Word modulus() const noexcept { return p_; }

  /// x mod p in [0, p) for any word x; one high and one low product.
  [[nodiscard]] constexpr Word reduce(Word x) const noexcept {
    // The quotient is at most one too small, since word_ratio > 2^w/p - 1.
    const Word q = multiply_high(x, word_ratio_);
    return ct::subtract_once(static_cast<Word>(x - multiply_low(q, p_)), p_);
  }

  /// a b mod p in [0, p) for a, b in [0, p); two products of double width and one low product.
  [[nodiscard]] constexpr Word multiply(Word a, Word b) const noexcept {
    return reduce_below_square(Wide<Word>{a} * b);
  }
  /// a b + c mod p in [0, p) for a, b, c in [0, p), at the cost of a product.
  [[nodiscard]] constexpr Word multiply_add(Word a, Word b, Word c) const noexcept {
    return reduce_below_square(Wide<Word>{a} * b + c);  // at most (p - 1) p
  }
  /// a b + c d mod p in [0, p) for a, b, c, d in [0, p); three products of double width.
  [[nodiscard]] constexpr Word add_products(Word a, Word b, Word c, Word d) const noexcept {
    // Below 2^(2k+1), so top < 2^(k+2) fits in a word, and q is at most three too small.
    const Word r = remainder(Wide<Word>{a} * b + Wide<Word>{c} * d);  // in [0, 4p)
    return ct::subtract_once(ct::subtract_once(r, static_cast<Word>(2 * p_)), p_);
  }

  /// floor(b 2^w / p) for b in [0, p): the quotient of a ShoupFactor. Constant time, unlike a
  /// division.
  [[nodiscard]] constexpr Word shoup_quotient(Word b) const noexcept {
    // b floor(2^2w / p) / 2^w is less than one too small, and so is its floor.
    const auto q = static_cast<Word>(multiply_low(b, word_ratio_) + multiply_high(b, low_ratio_));
    const auto remainder = static_cast<Word>(Word{0} - multiply_low(q, p_));  // b 2^w - q p
    return static_cast<Word>(q + 1 + ct::mask_less(remainder, p_));
  }

 private:
  // With k = bits(p) and mu = floor(2^2k / p), which has at most k+1 bits:
  // q = floor(floor(x / 2^(k-1)) mu / 2^(k+1)) is less than x / p by less than 2 + x / 2^2k.
  constexpr Word remainder(Wide<Word> x) const noexcept {
    const auto top = static_cast<Word>(x >> (bits_ - 1));
    const auto q = static_cast<Word>((Wide<Word>{top} * product_ratio_) >> (bits_ + 1));
    return static_cast<Word>(static_cast<Word>(x) - multiply_low(q, p_));
  }
  // From [0, p^2): q is at most two too small.
  constexpr Word reduce_below_square(Wide<Word> x) const noexcept {
    return ct::subtract_once(ct::subtract_once(remainder(x), p_), p_);
  }

  // The low word of floor(2^2w / p), the high one being word_ratio_.
  static constexpr Word low_ratio(Word p) noexcept {
    const Wide<Word> remainder = (Wide<Word>{1} << kWordBits<Word>) % p;
    return static_cast<Word>((remainder << kWordBits<Word>) / p);
  }

  Word p_;
  int bits_;
  Word product_ratio_;  // floor(2^(2 bits(p)) / p)
  Word word_ratio_;     // floor(2^w / p)
  Word low_ratio_;
};

}  // namespace lath
