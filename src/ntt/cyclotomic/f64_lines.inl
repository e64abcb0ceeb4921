// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic of f64_words.inl as the transforms of cyclotomic rings use it: values are integers
// in double precision, working values at most a few p in magnitude. Included after f64_words.inl.

class F64Lines : public F64Words {
  using D = hn::FixedTag<double, kLanes>;
  using DU = hn::RebindToUnsigned<D>;

 public:
  using F64Words::partial_reduce, F64Words::Vector;

  explicit F64Lines(const Modulus& p)
      : F64Words(p),
        half_(std::ldexp(1.0, half_bits(p.value()))),
        one_over_half_(1.0 / half_),
        square_(centered_power(p, 2 * half_bits(p.value()))) {}

  Vector load(const double* x) const noexcept { return hn::LoadU(d_, x); }
  void store(Vector v, double* x) const noexcept { hn::StoreU(v, d_, x); }
  Vector set(double x) const noexcept { return hn::Set(d_, x); }
  Vector zero() const noexcept { return hn::Zero(d_); }
  Vector add(Vector a, Vector b) const noexcept { return hn::Add(a, b); }
  Vector subtract(Vector a, Vector b) const noexcept { return hn::Sub(a, b); }
  Vector subtract_p(Vector a) const noexcept { return hn::Sub(a, hn::Set(d_, p_)); }
  Vector multiply_add(Vector a, Vector b, Vector c) const noexcept { return hn::MulAdd(a, b, c); }
  using F64Words::add, F64Words::subtract;
  // y w mod p for |w| <= p/2, |y| <= 4p, so that quotients are at most 2^51. Their three roundings
  // add at most 3/16 |y| to the p/2 of the result.
  Vector product(Vector y, Vector w) const noexcept { return F64Words::product(y, w); }
  // y w mod p for |y| <= 8p.
  Vector wide_product(Vector y, Vector w) const noexcept {
    return F64Words::product<Rounding::by_instruction>(y, w);
  }

  ///@{
  // The names that convolutions have for these operations, in I52Lines, too.
  using Root = Vector;
  using Constants = const double*;
  static Constants constants(const StageConstants& c) noexcept { return c.factors.data(); }
  static Root root(Constants constants, std::size_t i) noexcept {
    return hn::Set(D(), constants[i]);
  }
  Vector add_product(Vector x, Vector y, const Root& w) const noexcept {
    return add(x, wide_product(y, w));
  }
  template <unsigned>
  Vector subtract(Vector a, Vector b) const noexcept {
    return hn::Sub(a, b);
  }
  template <unsigned, unsigned = 2>
  Vector reduce(Vector v) const noexcept {
    return partial_reduce(v);
  }
  template <unsigned, unsigned = 2>
  Vector narrow(Vector v) const noexcept {
    return v;
  }
  Vector import_values(const Word* x) const noexcept {
    return load(reinterpret_cast<const double*>(x));
  }
  void export_values(Vector v, Word* x) const noexcept { store(v, reinterpret_cast<double*>(x)); }
  Vector load_value(const double* x) const noexcept { return load(x); }
  void store_value(Vector v, double* x) const noexcept { store(v, x); }
  ///@}

  // Canonical words and values.
  Vector import_words(const Word* x) const noexcept { return to_double(hn::LoadU(du_, x)); }
  // Values, or canonical words, that stand apart: not through memory, where a vector would wait for
  // the words that it is loaded from.
  Vector from_lanes(const std::uint64_t* x) const noexcept { return hn::BitCast(d_, lanes(x)); }
  Vector words_to_values(const std::uint64_t* x) const noexcept { return to_double(lanes(x)); }
  Vector words_as_values(WordVector x) const noexcept { return to_double(x); }
  void export_words(Vector v, Word* x) const noexcept { hn::StoreU(to_canonical_words(v), du_, x); }

  // Values have a magnitude of at most p, which builds with LATH_CHECKING check.
  Vector at_most_p(Vector v) const noexcept { return checked(v, 1); }

  struct Halves {
    Vector low, high;
  };
  // v = high 2^b + low, b half the bits of p, for |v| <= 2 p.
  Halves halves(Vector v) const noexcept {
    const Vector middle = hn::Set(d_, 1.5 * kTwo52);
    const Vector high = hn::Sub(hn::MulAdd(v, hn::Set(d_, one_over_half_), middle), middle);
    return {hn::NegMulAdd(high, hn::Set(d_, half_), v), high};
  }
  // high 2^2b + middle 2^b + low mod p, of at most 2p, for sums below 2^53 and |high| <= 15 2^48.
  // Two products that do not wait for each other.
  Vector sum_of_halves(Vector low, Vector middle, Vector high) const noexcept {
    const Vector upper = product(high, hn::Set(d_, square_));
    return add(upper, product_add(middle, hn::Set(d_, half_), low));
  }

 private:
  WordVector lanes(const std::uint64_t* x) const noexcept {
#if HWY_TARGET == HWY_NEON
    const hn::Half<DU> one;
    return hn::Combine(du_, hn::Set(one, x[1]), hn::Set(one, x[0]));
#else
    const auto word = [x](std::size_t i) { return static_cast<long long>(x[i]); };
    const __m256i low = _mm256_set_epi64x(word(3), word(2), word(1), word(0));
#if HWY_TARGET == HWY_AVX3
    const __m256i high = _mm256_set_epi64x(word(7), word(6), word(5), word(4));
    return {_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1)};
#else
    return {low};
#endif
#endif
  }

  static double centered_power(const Modulus& p, int bits) noexcept {
    const std::uint64_t power = p.reduce(std::uint64_t{1} << bits);
    return power > p.value() / 2 ? -static_cast<double>(p.value() - power)
                                 : static_cast<double>(power);
  }

  double half_, one_over_half_, square_;
};
