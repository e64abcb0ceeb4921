// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of i52_words.inl as convolutions use it: integers below a small multiple of p,
// with products by the 52-bit multiply-add, which read what is below 4p < 2^52. Bounds in template
// arguments are in units of p. Included after i52_words.inl and integer_doubles.inl.

class I52Lines {
  using D = hn::FixedTag<std::uint64_t, HWY_MAX_BYTES / sizeof(std::uint64_t)>;
  using DF = hn::RebindToFloat<D>;

 public:
  using Word = std::uint64_t;
  using Vector = hn::Vec<D>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D());
  // A fixed factor w by two digits of floor(w 2^104 / p).
  struct Root {
    Vector high, low;
  };
  using Constants = const Word*;
  static Constants constants(const StageConstants& c) noexcept { return c.fractions.data(); }
  static Root root(Constants constants, std::size_t i) noexcept {
    return {hn::Set(D(), constants[2 * i]), hn::Set(D(), constants[2 * i + 1])};
  }

  explicit I52Lines(const Modulus& p) : p_(p.value()) {}

  Vector load(const double* x) const noexcept { return hn::BitCast(d_, hn::LoadU(df_, x)); }
  void store(Vector v, double* x) const noexcept { hn::StoreU(hn::BitCast(df_, v), df_, x); }
  Vector zero() const noexcept { return hn::Zero(d_); }
  Vector add(Vector a, Vector b) const noexcept { return hn::Add(a, b); }
  // a - b + kBound p, for b below kBound p.
  template <unsigned kBound>
  Vector subtract(Vector a, Vector b) const noexcept {
    return hn::Add(hn::Sub(a, checked(b, kBound)), multiple<kBound>());
  }
  // Canonical, for a y below 4p; the second is x more.
  Vector wide_product(Vector y, const Root& w) const noexcept { return add_product(zero(), y, w); }
  Vector add_product(Vector x, Vector y, const Root& w) const noexcept {
    return add_product_by_fraction(x, checked(y, 4), w.high, w.low, multiple<1>());
  }

  // From below kFrom p to below kTo p.
  template <unsigned kFrom, unsigned kTo = 2>
  Vector reduce(Vector v) const noexcept {
    if constexpr (kFrom <= kTo) {
      return checked(v, kTo);
    } else {
      constexpr unsigned kStep = std::bit_floor(kFrom - 1);
      return reduce<kStep, kTo>(subtract_once_lanes(d_, checked(v, kFrom), multiple<kStep>()));
    }
  }
  template <unsigned kFrom, unsigned kTo = 2>
  Vector narrow(Vector v) const noexcept {
    return reduce<kFrom, kTo>(v);
  }

  // Canonical words, and values in double precision below p in magnitude. Those that leave are at
  // most p/2, as other stages expect.
  Vector import_words(const Word* x) const noexcept { return hn::LoadU(d_, x); }
  void export_words(Vector v, Word* x) const noexcept { hn::StoreU(v, d_, x); }
  Vector import_values(const Word* x) const noexcept { return words_of_values(import_words(x)); }
  void export_values(Vector v, Word* x) const noexcept {
    const auto value = doubles_of(df_, checked(v, 1)), p = hn::Set(df_, static_cast<double>(p_));
    const auto above = hn::Gt(value, hn::Set(df_, 0.5 * static_cast<double>(p_)));
    export_words(hn::BitCast(d_, hn::Sub(value, hn::IfThenElseZero(above, p))), x);
  }
  // Values that stand in a block, and words below 4p, whose values are not negative.
  Vector load_value(const double* x) const noexcept { return words_of_values(load(x)); }
  void store_value(Vector v, double* x) const noexcept { store(values_of_words(checked(v, 4)), x); }

 private:
  template <unsigned kTimes>
  Vector multiple() const noexcept {
    return hn::Set(d_, kTimes * p_);
  }
  Vector checked(Vector v, std::uint64_t bound) const noexcept {
    return checked_below(v, bound * p_);
  }
  Vector words_of_values(Vector v) const noexcept {
    const double shift = shift_of_negatives(static_cast<double>(p_));
    return canonical_words(df_, hn::BitCast(df_, v), hn::Set(df_, shift));
  }
  Vector values_of_words(Vector v) const noexcept { return hn::BitCast(d_, doubles_of(df_, v)); }

  D d_;
  DF df_;
  Word p_;
};
