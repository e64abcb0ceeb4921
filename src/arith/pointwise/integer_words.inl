// SPDX-License-Identifier: Apache-2.0
//
// The operations on canonical words that the integer families share: Barrett and Shoup products
// with the lanes of a vector side by side. Word sizes differ in three operations only: the high
// product, the low product and a conditional subtraction. Uses the namespace alias
// hn.

// The odd lanes of 32 bits in the places of the even ones.
template <class D, class V = hn::Vec<D>>
V odd_lanes(D d, V v) noexcept {
  const hn::RepartitionToWide<D> wide;
  return hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, v)));
}
// The upper halves of the products of even lanes and of the products of odd lanes, in the order of
// the lanes.
template <class D, class W>
hn::Vec<D> upper_halves(D d, W even, W odd) noexcept {
#if HWY_TARGET == HWY_AVX3
  if constexpr (hn::MaxLanes(D()) == 16) {
    return hn::Vec<D>{_mm512_mask_shuffle_epi32(odd.raw, 0x5555, even.raw, _MM_PERM_DDBB)};
  }
#endif
  return hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
}

// The high words of the products, exactly.
template <class D, class V = hn::Vec<D>>
V multiply_high_lanes(D d, V a, V b) noexcept {
  if constexpr (sizeof(hn::TFromD<D>) == 2) {
    return hn::MulHigh(a, b);
  } else if constexpr (sizeof(hn::TFromD<D>) == 4) {
    return upper_halves(d, hn::MulEven(a, b), hn::MulEven(odd_lanes(d, a), odd_lanes(d, b)));
  } else {
    const hn::Repartition<std::uint32_t, D> half;
    const V low_bits = hn::Set(d, 0xffffffff);
    const auto a0 = hn::BitCast(half, a), b0 = hn::BitCast(half, b);
    const auto a1 = hn::BitCast(half, hn::ShiftRight<32>(a));
    const auto b1 = hn::BitCast(half, hn::ShiftRight<32>(b));
    const V p01 = hn::MulEven(a0, b1);
    // Below 2^64: (2^32 - 1)^2 + 2 (2^32 - 1).
    const V middle = hn::Add(hn::Add(hn::ShiftRight<32>(hn::MulEven(a0, b0)), hn::MulEven(a1, b0)),
                             hn::And(p01, low_bits));
    return hn::Add(hn::Add(hn::MulEven(a1, b1), hn::ShiftRight<32>(p01)),
                   hn::ShiftRight<32>(middle));
  }
}

template <class D, class V = hn::Vec<D>>
V multiply_low_lanes([[maybe_unused]] D d, V a, V b) noexcept {
  if constexpr (sizeof(hn::TFromD<D>) == 8 && HWY_TARGET != HWY_AVX3) {  // others have no such Mul
    const hn::Repartition<std::uint32_t, D> half;
    const auto a0 = hn::BitCast(half, a), b0 = hn::BitCast(half, b);
    const auto a1 = hn::BitCast(half, hn::ShiftRight<32>(a));
    const auto b1 = hn::BitCast(half, hn::ShiftRight<32>(b));
    const V cross = hn::Add(hn::MulEven(a0, b1), hn::MulEven(a1, b0));
    return hn::Add(hn::MulEven(a0, b0), hn::ShiftLeft<32>(cross));
  } else {
    return hn::Mul(a, b);
  }
}

// x - m where x >= m, else x; for x < 2m, m at most half the range of a word.
template <class D, class V = hn::Vec<D>>
V subtract_once_lanes([[maybe_unused]] D d, V x, V m) noexcept {
  const V difference = hn::Sub(x, m);
  if constexpr (sizeof(hn::TFromD<D>) == 8 && HWY_TARGET == HWY_AVX2) {  // AVX2 has no such Min
    const hn::RebindToSigned<D> di;
    return hn::BitCast(d, hn::IfNegativeThenElse(hn::BitCast(di, difference), hn::BitCast(di, x),
                                                 hn::BitCast(di, difference)));
  } else {
    return hn::Min(x, difference);
  }
}

// floor(2^(2 k) / p) for a modulus p of k bits, which has at most k + 1 bits, shifted to the upper
// end of `digit` bits, so that the upper half of a product by it is the quotient
// (lath/arith/barrett.hpp). For a power of two it would be 2^digit; with one less a quotient is at
// most one too small.
template <ResidueWord T>
std::uint64_t shifted_ratio(const Modulus& modulus, int digit) {
  const int k = modulus.bits();
  const Wide<T> ratio = (Wide<T>{1} << (2 * k)) / static_cast<T>(modulus.value());
  const Wide<T> shifted = ratio << (digit - k - 1), end = Wide<T>{1} << digit;
  return static_cast<std::uint64_t>(shifted < end ? shifted : end - 1);
}

// The operations on canonical words that pointwise.inl needs, in full vectors.
template <ResidueWord T>
class IntegerWords {
  using D = hn::FixedTag<T, HWY_MAX_BYTES / sizeof(T)>;

 public:
  using Word = T;
  using WordVector = hn::Vec<D>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D()), kGroup = 1;

  // A factor b and its quotient floor(b 2^w / p), and the quotient of each odd lane in the even
  // one.
  struct Factor {
    WordVector value, quotient, odd_quotient;
  };
  struct NodeTwiddle {
    T value, quotient;
  };
  static NodeTwiddle node_twiddle(T b, T quotient) { return {b, quotient}; }
  static T quotient(std::uint64_t b, std::uint64_t p) {
    return ShoupFactor<T>(static_cast<T>(b), static_cast<T>(p)).quotient;
  }
  // Products by factors lie in [0, kLazyBound p).
  static constexpr std::size_t kLazyBound = 2;

  explicit IntegerWords(const Modulus& modulus)
      : p_(static_cast<T>(modulus.value())),
        bits_(modulus.bits()),
        ratio_(static_cast<T>(shifted_ratio<T>(modulus, kWordBits<T>))),
        high_ratio_(static_cast<T>((Wide<T>{1} << kWordBits<T>) / p_)),
        low_ratio_(static_cast<T>(((Wide<T>{1} << kWordBits<T>) % p_ << kWordBits<T>) / p_)) {}

  WordVector load_words(const T* x) const noexcept { return hn::LoadU(d_, x); }
  void store_words(WordVector v, T* x) const noexcept { hn::StoreU(v, d_, x); }
  WordVector set_words(T x) const noexcept { return hn::Set(d_, x); }
  WordVector zero_words() const noexcept { return hn::Zero(d_); }
  template <std::size_t kRun>
  static void transpose_words(WordVector& x, WordVector& y) noexcept {
    TranspositionsOf<D>::template transpose<kRun>(x, y);
  }
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    if constexpr (sizeof(T) == 4) {
      return reduce(multiply_barrett(a, b));
    } else {
      // multiply_barrett written out: otherwise GCC makes products of blocks twice as slow.
      const WordVector low = multiply_low(a, b), high = multiply_high(a, b);
      const WordVector top = hn::Or(hn::ShiftLeftSame(high, kWordBits<T> - bits_ + 1),
                                    hn::ShiftRightSame(low, bits_ - 1));
      const WordVector quotient = multiply_high(top, hn::Set(d_, ratio_));
      const WordVector r = hn::Sub(low, multiply_low(quotient, p()));  // in [0, 3p)
      return subtract_once(subtract_once(r, two_p()), p());
    }
  }
  // A product and its summand are reduced together.
  WordVector multiply_add(WordVector a, WordVector b, WordVector c) const noexcept {
    return reduce(hn::Add(multiply_barrett(a, b), c));
  }
  // Reduces words in [0, 4p).
  WordVector reduce(WordVector a) const noexcept {
    return subtract_once(subtract_once(a, two_p()), p());
  }
  // Barrett::shoup_quotient, lane by lane.
  WordVector prepare(WordVector b) const noexcept {
    const WordVector q = hn::Add(multiply_low(b, hn::Set(d_, high_ratio_)),
                                 multiply_high(b, hn::Set(d_, low_ratio_)));
    const WordVector remainder = hn::Sub(hn::Zero(d_), multiply_low(q, p()));  // in [0, 2p)
    // One more if the remainder is not below p, that is, if subtracting p changes it.
    const WordVector reduced = subtract_once(remainder, p());
    return hn::Add(q, hn::IfThenZeroElse(hn::Eq(reduced, remainder), hn::Set(d_, T{1})));
  }
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    return subtract_once(multiply_lazy(a, factor(b, quotients)), p());
  }
  WordVector add(WordVector a, WordVector b) const noexcept {
    return subtract_once(hn::Add(a, b), p());
  }
  WordVector subtract(WordVector a, WordVector b) const noexcept {
    return subtract_once(hn::Add(hn::Sub(a, b), p()), p());
  }
  WordVector negate(WordVector a) const noexcept { return subtract_once(hn::Sub(p(), a), p()); }

 protected:
  WordVector p() const noexcept { return hn::Set(d_, p_); }
  WordVector two_p() const noexcept { return hn::Set(d_, static_cast<T>(2 * p_)); }
  WordVector subtract_once(WordVector x, WordVector m) const noexcept {
    return subtract_once_lanes(d_, x, m);
  }
  Factor factor(WordVector b, WordVector quotient) const noexcept {
    if constexpr (sizeof(T) == 4) {
      return {b, quotient, odd_lanes(d_, quotient)};
    } else {
      return {b, quotient, quotient};
    }
  }
  Factor factor(const NodeTwiddle& t) const noexcept {
    const WordVector quotient = hn::Set(d_, t.quotient);
    return {hn::Set(d_, t.value), quotient, quotient};
  }
  // x b mod p in [0, 2p), for any x.
  WordVector multiply_lazy(WordVector x, const Factor& b) const noexcept {
    const WordVector q = quotient_of(x, b);
    return hn::Sub(multiply_low(x, b.value), multiply_low(q, p()));
  }

 private:
  // The high words of the products of x and the quotients of b.
  WordVector quotient_of(WordVector x, const Factor& b) const noexcept {
    if constexpr (sizeof(T) == 4) {
      return upper_halves(d_, hn::MulEven(x, b.quotient),
                          hn::MulEven(odd_lanes(d_, x), b.odd_quotient));
    } else {
      return multiply_high(x, b.quotient);
    }
  }
  // Barrett's product in [0, 3p): the top word of a b, from bit `bits - 1` on, times ratio_.
  [[gnu::always_inline]] WordVector multiply_barrett(WordVector a, WordVector b) const noexcept {
    const WordVector low = multiply_low(a, b), ratio = hn::Set(d_, ratio_);
    WordVector quotient;
    if constexpr (sizeof(T) == 4) {
      const auto even = hn::MulEven(a, b), odd = hn::MulEven(odd_lanes(d_, a), odd_lanes(d_, b));
      const auto top_of = [&](auto x) { return hn::BitCast(d_, hn::ShiftRightSame(x, bits_ - 1)); };
      quotient =
          upper_halves(d_, hn::MulEven(top_of(even), ratio), hn::MulEven(top_of(odd), ratio));
    } else {
      const WordVector top =
          hn::Or(hn::ShiftLeftSame(multiply_high(a, b), kWordBits<T> - bits_ + 1),
                 hn::ShiftRightSame(low, bits_ - 1));
      quotient = multiply_high(top, ratio);
    }
    return hn::Sub(low, multiply_low(quotient, p()));
  }
  WordVector multiply_low(WordVector a, WordVector b) const noexcept {
    return multiply_low_lanes(d_, a, b);
  }
  WordVector multiply_high(WordVector a, WordVector b) const noexcept {
    return multiply_high_lanes(d_, a, b);
  }

  D d_;
  T p_;
  int bits_;
  T ratio_;
  T high_ratio_, low_ratio_;  // the words of floor(2^2w / p)
};
