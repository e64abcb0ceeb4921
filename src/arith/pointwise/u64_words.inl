// SPDX-License-Identifier: Apache-2.0
//
// The u64 family on canonical words with AVX-512: Shoup and Barrett products whose quotients come
// from the 52-bit multiply-add of IFMA, which reads the low 52 bits of its factors
// (multiply_add_52.inl), and from products modulo 2^64. Included after that and integer_words.inl;
// uses the namespace alias hn.
//
// Let y = y1 2^52 + y0 and G = g1 2^12 + g0 for the quotient G = floor(w 2^64 / p) of a factor w.
// Then y w / p is
//   y1 g1 + y0 g1 / 2^52 + y1 g0 / 2^12 + y0 g0 / 2^64 + y (w / p - G / 2^64).
// The first term and the integers in the next two are a quotient q with y w - q p in [0, 4p).
// docs/lab/0035 has the bounds.

class U64Words : public IntegerWords<std::uint64_t> {
  using Base = IntegerWords<std::uint64_t>;
  using D = hn::FixedTag<std::uint64_t, kLanes>;

 public:
  // w, g1 and g0 2^40.
  struct Factor {
    WordVector value, high, low;
  };
  struct NodeTwiddle {
    std::uint64_t value, high, low;
  };
  static NodeTwiddle node_twiddle(std::uint64_t w, std::uint64_t quotient) {
    return {w, quotient >> 12, quotient << 40};
  }
  // Products by factors lie in [0, kLazyBound p).
  static constexpr std::size_t kLazyBound = 4;

  explicit U64Words(const Modulus& modulus)
      : Base(modulus),
        ratio_(quotient_of_powers(64, modulus)),
        high_fraction_(quotient_of_powers(52, modulus, remainder(64, modulus))),
        low_fraction_(quotient_of_powers(52, modulus, remainder(116, modulus))) {}

  // The quotient G of b is at most 3 too small, and a < 2^62.
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    return reduce(multiply_lazy(a, factor(b, small_quotient(b))));
  }
  WordVector multiply_add(WordVector a, WordVector b, WordVector c) const = delete;  // no room
  // floor(b 2^64 / p).
  WordVector prepare(WordVector b) const noexcept {
    const WordVector q = small_quotient(b);
    const WordVector remainder = hn::Sub(hn::Zero(d_), hn::Mul(q, p()));  // in [0, 4p)
    const WordVector in_two_p = subtract_once(remainder, two_p());
    return hn::Add(hn::Add(q, where_changed(remainder, in_two_p, 2)),
                   where_changed(in_two_p, subtract_once(in_two_p, p()), 1));
  }
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    return reduce(multiply_lazy(a, factor(b, quotients)));
  }

 protected:
  // y w mod p in [0, 4p), for any word y.
  WordVector multiply_lazy(WordVector y, const Factor& w) const noexcept {
    const WordVector y1 = hn::ShiftRight<52>(y);
    const WordVector q =
        add_high_product(add_high_product(hn::Mul(y1, w.high), y, w.high), y1, w.low);
    return hn::Sub(hn::Mul(y, w.value), hn::Mul(q, p()));
  }
  Factor factor(WordVector w, WordVector quotient) const noexcept {
    return {w, hn::ShiftRight<12>(quotient), hn::ShiftLeft<40>(quotient)};
  }
  Factor factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.value), hn::Set(d_, t.high), hn::Set(d_, t.low)};
  }

 private:
  // 2^n mod p, and floor(x 2^n / p) mod 2^64.
  static std::uint64_t remainder(int n, const Modulus& modulus) {
    const uint128 p = modulus.value();
    return static_cast<std::uint64_t>(n <= 64 ? (uint128{1} << n) % p
                                              : ((uint128{1} << 64) % p << (n - 64)) % p);
  }
  static std::uint64_t quotient_of_powers(int n, const Modulus& modulus, std::uint64_t x = 1) {
    return static_cast<std::uint64_t>((uint128{x} << n) / modulus.value());
  }
  // floor(b 2^64 / p) or up to 3 less: b times the integer 2^64 / p, and times its fraction in two
  // digits of 52 bits.
  WordVector small_quotient(WordVector b) const noexcept {
    const WordVector b1 = hn::ShiftRight<52>(b), high = hn::Set(d_, high_fraction_);
    const WordVector whole = hn::Add(hn::Mul(b, hn::Set(d_, ratio_)), hn::Mul(b1, high));
    return add_high_product(add_high_product(whole, b, high), b1, hn::Set(d_, low_fraction_));
  }
  WordVector where_changed(WordVector before, WordVector after, std::uint64_t x) const noexcept {
    return hn::IfThenZeroElse(hn::Eq(before, after), hn::Set(d_, x));
  }

  D d_;
  std::uint64_t ratio_, high_fraction_, low_fraction_;
};
