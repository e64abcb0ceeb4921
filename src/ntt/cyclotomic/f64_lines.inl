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
        one_over_half_(1.0 / half_) {}

  Vector load(const double* x) const noexcept { return hn::LoadU(d_, x); }
  void store(Vector v, double* x) const noexcept { hn::StoreU(v, d_, x); }
  Vector set(double x) const noexcept { return hn::Set(d_, x); }
  Vector zero() const noexcept { return hn::Zero(d_); }
  Vector add(Vector a, Vector b) const noexcept { return hn::Add(a, b); }
  Vector subtract(Vector a, Vector b) const noexcept { return hn::Sub(a, b); }
  Vector multiply_add(Vector a, Vector b, Vector c) const noexcept { return hn::MulAdd(a, b, c); }
  using F64Words::add, F64Words::subtract;
  // y w mod p, of at most p/2 and a rounding in magnitude.
  Vector product(Vector y, Vector w) const noexcept { return F64Words::product(y, w); }

  // Canonical words and values.
  Vector import_words(const Word* x) const noexcept { return to_double(hn::LoadU(du_, x)); }
  void export_words(Vector v, Word* x) const noexcept {
    hn::StoreU(to_canonical_words(v), du_, x);
  }

  struct Halves {
    Vector low, high;
  };
  // v = high 2^b + low, b half the bits of p, for |v| <= p/2.
  Halves halves(Vector v) const noexcept {
    const Vector middle = hn::Set(d_, 1.5 * kTwo52);
    const Vector high =
        hn::Sub(hn::MulAdd(v, hn::Set(d_, one_over_half_), middle), middle);
    return {hn::NegMulAdd(high, hn::Set(d_, half_), v), high};
  }
  // high 2^2b + middle 2^b + low mod p, for sums below 2^53.
  Vector sum_of_halves(Vector low, Vector middle, Vector high) const noexcept {
    const Vector half = hn::Set(d_, half_);
    return product_add(product_add(high, half, middle), half, low);
  }

 private:
  double half_, one_over_half_;
};
