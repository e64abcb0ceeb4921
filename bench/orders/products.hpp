// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/barrett.hpp"
#include "lath/arith/margin_reduction.hpp"
#include "lath/arith/montgomery.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/arith/word.hpp"

/// The products that the transforms of this folder are measured with, behind one interface:
///
///     Factor prepare(Word w)          w in [0, p), prepared for many products by it
///     Word times(Word x, Factor w)    x w mod p
///         where kLazy:  x is any word, the result in [0, 2p)
///         elsewhere:    x is in [0, p), the result in [0, p)
///     Word multiply(Word a, Word b)   a b / shortfall() mod p in [0, p), for a and b in [0, p)
///
/// Shoup's has no multiply(): it needs one operand prepared.
namespace lath::bench::orders {

using Word = std::uint64_t;

class ShoupProduct {
 public:
  static constexpr bool kLazy = true;
  using Factor = ShoupFactor<Word>;

  explicit ShoupProduct(Word p) : p_(p) {}

  [[nodiscard]] Factor prepare(Word w) const { return {w, p_}; }
  [[nodiscard]] Word times(Word x, const Factor& w) const { return w.multiply_lazy(x, p_); }

 private:
  Word p_;
};

class MontgomeryProduct {
 public:
  static constexpr bool kLazy = true;
  using Factor = Word;  // in Montgomery form, so that the product is not

  explicit MontgomeryProduct(Word p) : by_(p) {
    // 1/p mod 2^64 by Newton's iteration, which doubles the number of correct low bits.
    for (int bits = 1; bits < kWordBits<Word>; bits *= 2) inverse_ *= 2 - p * inverse_;
  }

  [[nodiscard]] Factor prepare(Word w) const { return by_.to_form(w); }
  // x w < 2^64 p, so its high word is below p, and so is that of the multiple of p taken off.
  [[nodiscard]] Word times(Word x, Factor w) const {
    const uint128 product = uint128{x} * w;
    const Word q = static_cast<Word>(product) * inverse_;
    return static_cast<Word>(product >> 64) - multiply_high(q, by_.modulus()) + by_.modulus();
  }
  [[nodiscard]] Word multiply(Word a, Word b) const { return by_.multiply(a, b); }
  [[nodiscard]] Word shortfall() const { return by_.to_form(1); }

 private:
  Montgomery<Word> by_;
  Word inverse_ = 1;
};

// Barrett's product and algorithm 2 prepare nothing. Their quotients are proven for products below
// p^2, so that no operand is lazy.
class BarrettProduct {
 public:
  static constexpr bool kLazy = false;
  using Factor = Word;

  explicit BarrettProduct(Word p) : by_(p) {}

  [[nodiscard]] static Factor prepare(Word w) { return w; }
  [[nodiscard]] Word times(Word x, Factor w) const { return by_.multiply(x, w); }
  [[nodiscard]] Word multiply(Word a, Word b) const { return by_.multiply(a, b); }
  [[nodiscard]] static Word shortfall() { return 1; }

 private:
  Barrett<Word> by_;
};

class MarginProduct {
 public:
  static constexpr bool kLazy = false;
  using Factor = Word;

  explicit MarginProduct(Word p) : by_(p, kWordBits<Word> - bit_length(p)) {}

  [[nodiscard]] static Factor prepare(Word w) { return w; }
  [[nodiscard]] Word times(Word x, Factor w) const { return by_.multiply(x, w); }
  [[nodiscard]] Word multiply(Word a, Word b) const { return by_.multiply(a, b); }
  [[nodiscard]] static Word shortfall() { return 1; }

 private:
  MarginReduction<Word> by_;
};

}  // namespace lath::bench::orders
