// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath {

/// Products modulo an odd p < 2^(b-2) in Montgomery form, which represents x by x R mod p with
/// R = 2^b for words of b bits (P. L. Montgomery, "Modular multiplication without trial division",
/// Math. Comp. 44, 1985).
/// Constant time in the residues.
template <ResidueWord Word>
class Montgomery {
 public:
  /// Products modulo p, which is not checked.
  constexpr explicit Montgomery(Word p) noexcept : p_(p), inverse_(inverse_of_word(p)) {
    const auto r = static_cast<Word>((Wide<Word>{1} << kWordBits<Word>) % p);
    r_squared_ = static_cast<Word>(Wide<Word>{r} * r % p);
  }

  /// p.
  [[nodiscard]] constexpr Word modulus() const noexcept { return p_; }

  /// x / R mod p in [0, p) for x < p R; one low product and one high product.
  [[nodiscard]] constexpr Word reduce(Wide<Word> x) const noexcept {
    // x - (x / p mod R) p is divisible by R; its quotient by R lies in (-p, p).
    const Word q = multiply_low(static_cast<Word>(x), inverse_);
    const auto high = static_cast<Word>(x >> kWordBits<Word>);
    return ct::subtract_once(static_cast<Word>(high - multiply_high(q, p_) + p_), p_);
  }

  /// The Montgomery form of x in [0, p): x R mod p in [0, p).
  [[nodiscard]] constexpr Word to_form(Word x) const noexcept { return multiply(x, r_squared_); }
  /// The residue in [0, p) whose Montgomery form is x.
  [[nodiscard]] constexpr Word from_form(Word x) const noexcept { return reduce(x); }

  /// a b / R mod p in [0, p) for a, b in [0, p): the Montgomery form of the product of two factors
  /// in Montgomery form.
  [[nodiscard]] constexpr Word multiply(Word a, Word b) const noexcept {
    return reduce(Wide<Word>{a} * b);
  }

 private:
  // 1/p mod 2^b by Newton's iteration; each step doubles the number of correct low bits.
  static constexpr Word inverse_of_word(Word p) noexcept {
    Word x = p;  // correct to three bits, since p^2 = 1 mod 8
    for (int bits = 3; bits < kWordBits<Word>; bits *= 2) {
      x = multiply_low(x, static_cast<Word>(2 - multiply_low(p, x)));
    }
    return x;
  }

  Word p_;
  Word inverse_;  // 1/p mod R
  Word r_squared_ = 0;
};

}  // namespace lath
