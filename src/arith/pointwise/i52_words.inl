// SPDX-License-Identifier: Apache-2.0
//
// The i52 family on canonical words: products by the 52-bit multiply-add of AVX-512 IFMA, which
// adds the low or the high half of a product of 104 bits to a word and reads the low 52 bits of its
// factors (multiply_add_52.inl). Included after that and integer_words.inl; uses the namespace
// alias hn.

class I52Words : public IntegerWords<std::uint64_t> {
  using Base = IntegerWords<std::uint64_t>;
  using D = hn::FixedTag<std::uint64_t, kLanes>;

 public:
  struct Factor {
    WordVector value, quotient;
  };
  static std::uint64_t quotient(std::uint64_t w, std::uint64_t p) {
    return static_cast<std::uint64_t>((uint128{w} << 52) / p);
  }

  explicit I52Words(const Modulus& modulus)
      : Base(modulus),
        p_(modulus.value()),
        bits_(modulus.bits()),
        ratio_(shifted_ratio<std::uint64_t>(modulus, 52)),
        high_ratio_(kDigit / p_),
        low_ratio_(quotient(kDigit % p_, p_)) {}

  // Barrett's product on 52-bit words; IntegerWords has it for words of 64 bits.
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    const WordVector low = add_low_product(zero(), a, b), high = add_high_product(zero(), a, b);
    const WordVector top =
        hn::Or(hn::ShiftLeftSame(high, 53 - bits_), hn::ShiftRightSame(low, bits_ - 1));
    const WordVector quotient = add_high_product(zero(), top, hn::Set(d_, ratio_));
    const WordVector r = minus_multiple(low, quotient);  // in [0, 3p)
    return subtract_once(subtract_once(r, two_p()), p());
  }
  // floor(b 2^52 / p).
  WordVector prepare(WordVector b) const noexcept {
    const WordVector q = add_low_product(add_high_product(zero(), b, hn::Set(d_, low_ratio_)), b,
                                         hn::Set(d_, high_ratio_));
    const WordVector remainder = minus_multiple(zero(), q);  // in [0, 2p)
    const WordVector reduced = subtract_once(remainder, p());
    return hn::Add(q,
                   hn::IfThenZeroElse(hn::Eq(reduced, remainder), hn::Set(d_, std::uint64_t{1})));
  }
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    return subtract_once(multiply_lazy(a, {b, quotients}), p());
  }

 protected:
  // y w mod p in [0, 2p), for any y of 52 bits and the quotient of w: t = y w - q p for
  // q = floor(y floor(w 2^52 / p) / 2^52) (D. Harvey, "Faster arithmetic for number-theoretic
  // transforms", 2014), computed modulo 2^52.
  WordVector multiply_lazy(WordVector y, const Factor& w) const noexcept {
    const WordVector q = add_high_product(zero(), y, w.quotient);
    return minus_multiple(add_low_product(zero(), y, w.value), q);
  }
  Factor factor(WordVector w, WordVector quotient) const noexcept { return {w, quotient}; }
  Factor factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.value), hn::Set(d_, t.quotient)};
  }

 private:
  WordVector zero() const noexcept { return hn::Zero(d_); }
  // x - q p modulo 2^52, for x below 2^52.
  WordVector minus_multiple(WordVector x, WordVector q) const noexcept {
    return hn::And(add_low_product(x, q, hn::Set(d_, kDigit - p_)), hn::Set(d_, kDigit - 1));
  }

  D d_;
  std::uint64_t p_;
  int bits_;
  std::uint64_t ratio_;                   // of 52 bits
  std::uint64_t high_ratio_, low_ratio_;  // the words of 52 bits of floor(2^104 / p)
};
