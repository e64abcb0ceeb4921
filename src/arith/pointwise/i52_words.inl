// SPDX-License-Identifier: Apache-2.0
//
// The i52 family on canonical words: products by the 52-bit multiply-add of AVX-512 IFMA, which
// adds the low or the high half of a product of 104 bits to a word and reads the low 52 bits of its
// factors (multiply_add_52.inl). Included after that and integer_words.inl; uses the namespace
// alias hn.

// x + (y w mod p), the product in [0, p), for every y of 52 bits and every x: the fraction y w / p
// in 52 bits, times p. The digits of w, the lower one or near_low_digit(), give the fraction up to
// less than three units too small; three units more, and the product exceeds the exact one by less
// than 1, since 3p < 2^52. It is the method of T. Plantard, "Efficient word size modular
// arithmetic" (2021), without Montgomery's form. docs/lab/0044 and 0056 have the bounds.
template <class V>
HWY_INLINE V add_product_by_fraction(V x, V y, V high, V low, V p) noexcept {
  const V three_units = hn::Set(hn::DFromV<V>(), std::uint64_t{3});
  const V fraction = add_low_product(add_high_product(three_units, y, low), y, high);
  return add_high_product(x, fraction, p);
}

// Working values are below some bound; builds with LATH_CHECKING check it.
#ifdef LATH_CHECKING
// Alone, since it is behind every operation.
template <class V>
[[gnu::noinline]] void check_lanes(V v, std::uint64_t end) noexcept {
  std::array<std::uint64_t, hn::MaxLanes(hn::DFromV<V>())> words;
  hn::StoreU(v, hn::DFromV<V>(), words.data());
  check_words("a working value", words.data(), words.size(), end);
}
#endif
template <class V>
HWY_INLINE V checked_below(V v, [[maybe_unused]] std::uint64_t end) noexcept {
#ifdef LATH_CHECKING
  const hn::DFromV<V> d;
  if (!hn::AllTrue(d, hn::Lt(v, hn::Set(d, end)))) check_lanes(v, end);
#endif
  return v;
}

class I52Words : public IntegerWords<std::uint64_t> {
  using Base = IntegerWords<std::uint64_t>;
  using D = hn::FixedTag<std::uint64_t, kLanes>;

 public:
  // A fixed factor w as a fraction of p: floor(w 2^104 / p), in two digits of 52 bits.
  struct Factor {
    WordVector high, low;
  };
  struct NodeTwiddle {
    std::uint64_t high, low;
  };
  static NodeTwiddle node_twiddle(std::uint64_t w, std::uint64_t p) {
    const ShiftedQuotient high(w, p), low(high.remainder, p);
    return {high.quotient, low.quotient};
  }

  // w 2^52 by p, for w < p < 2^52. The product in double precision is at most two units away.
  struct ShiftedQuotient {
    std::uint64_t quotient, remainder;

    ShiftedQuotient(std::uint64_t w, std::uint64_t p) {
      const double ratio = static_cast<double>(kDigit) / static_cast<double>(p);
      quotient = static_cast<std::uint64_t>(static_cast<double>(w) * ratio);
      remainder = (w << 52) - quotient * p;
      for (; remainder >> 63 != 0; remainder += p) --quotient;
      for (; remainder >= p; remainder -= p) ++quotient;
    }
  };

  explicit I52Words(const Modulus& modulus)
      : Base(modulus),
        p_(modulus.value()),
        bits_(modulus.bits()),
        ratio_(static_cast<std::uint64_t>((uint128{1} << (bits_ + 50)) / p_)),
        minus_p_(((kDigit - p_) << (52 - bits_)) & (kDigit - 1)),
        ratio_above_1_(static_cast<std::uint64_t>((uint128{1} << (bits_ + 52)) / p_ - kDigit)),
        high_ratio_(kDigit / p_),
        low_ratio_(static_cast<std::uint64_t>((uint128{kDigit % p_} << 52) / p_)) {}

  // Barrett's product on 52-bit words; IntegerWords has it for words of 64 bits.
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    return reduce(barrett_product(a, b));
  }
  // A product and its summand are reduced together.
  WordVector multiply_add(WordVector a, WordVector b, WordVector c) const noexcept {
    return reduce(hn::Add(barrett_product(a, b), c));
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
  // a b - q p in [0, 2p) for q = floor(a floor(b 2^52 / p) / 2^52) (D. Harvey, "Faster arithmetic
  // for number-theoretic transforms", 2014), computed modulo 2^52.
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    const WordVector q = add_high_product(zero(), a, quotients);
    return subtract_once(minus_multiple(add_low_product(zero(), a, b), q), p());
  }
  // Formulas with a scalar take the digits of a Factor, the upper of which is the quotient that
  // prepare() makes. The remainder of w 2^52 is the dividend of the lower digit.
  WordVector low_digit(WordVector quotient) const noexcept {
    return prepare(minus_multiple(zero(), quotient));
  }
  WordVector scale(WordVector x, WordVector high, WordVector low) const noexcept {
    return add_product(zero(), x, {high, low});
  }
  WordVector scale_add(WordVector x, WordVector y, WordVector high, WordVector low) const noexcept {
    return subtract_once(add_product(y, x, {high, low}), p());
  }
  WordVector subtract_scaled(WordVector x, WordVector y, WordVector high,
                             WordVector low) const noexcept {
    return add_once(hn::Sub(y, scale(x, high, low)));
  }
  WordVector scale_difference(WordVector x, WordVector y, WordVector high,
                              WordVector low) const noexcept {
    return scale(hn::Add(hn::Sub(x, y), p()), high, low);
  }
  WordVector scale_difference_add(WordVector x, WordVector y, WordVector z, WordVector high,
                                  WordVector low) const noexcept {
    return scale_add(hn::Add(hn::Sub(x, y), p()), z, high, low);
  }

 protected:
  // The lower digit of a factor, or one less. With b the bits of p, the remainder r of w 2^52 is
  // below 2^b, and r 2^52 / p = r 2^(52-b) (1 + f), f the fraction of 2^(b+52) / p over 2^52.
  WordVector near_low_digit(WordVector high) const noexcept {
    const WordVector remainder = add_low_product(zero(), high, hn::Set(d_, minus_p_));
    return add_high_product(remainder, remainder, hn::Set(d_, ratio_above_1_));
  }
  WordVector add_product(WordVector x, WordVector y, const Factor& w) const noexcept {
    return add_product_by_fraction(x, y, w.high, w.low, p());
  }
  // Adds p to negative words, for x in (-p, p): negative words are larger than all others.
  WordVector add_once(WordVector x) const noexcept { return hn::Min(x, hn::Add(x, p())); }
  // a b mod p in [0, 3p), or [0, 2p) where quotients_are_near(). With b the bits of p and R =
  // floor(2^(b + 50) / p) < 2^52 the quotient is floor(t R / 2^52), t = floor(a b / 2^(b - 2)) <
  // 2^52, which is a b 2^(54 - b) without its lower word. It is less than a b / p by less than one,
  // 2^(b - 2) / p for t, and (2^(b + 50) / p - R) t / 2^52 for R.
  WordVector barrett_product(WordVector a, WordVector b) const noexcept {
    const WordVector top =
        add_high_product(zero(), hn::ShiftLeftSame(a, 52 - bits_), hn::ShiftLeft<2>(b));
    const WordVector quotient = add_high_product(zero(), top, hn::Set(d_, ratio_));
    return minus_multiple(add_low_product(zero(), a, b), quotient);
  }

  WordVector checked(WordVector v, std::uint64_t bound) const noexcept {
    return checked_below(v, bound * p_);
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
  std::uint64_t ratio_;
  std::uint64_t minus_p_, ratio_above_1_;
  std::uint64_t high_ratio_, low_ratio_;  // the words of 52 bits of floor(2^104 / p)
};

// I52Words for primes whose products have quotients that are near enough: all primes below 2^49,
// and most others.
class I52NearWords : public I52Words {
 public:
  using I52Words::I52Words;
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    return subtract_once(barrett_product(a, b), p());
  }
};
