// SPDX-License-Identifier: Apache-2.0
//
// The f64 family on canonical words: residues modulo p < 2^50 as integers in double precision,
// products by fused multiply-add. For |y| <= 8p < 2^53 and |w| <= p,
//   h = y w rounded, l = y w - h exactly, q = y (w/p) rounded to an integer, t = (h - q p) + l = y
//   w - q p,
// every step exact, since the last two are integers below 2^53. docs/decisions/0002 bounds all
// ranges and shows why the time does not depend on the values. Included after transpose.inl and
// integer_doubles.inl; uses the namespace alias hn.

class F64Words {
  using D = hn::FixedTag<double, HWY_MAX_BYTES / sizeof(double)>;
  using DU = hn::RebindToUnsigned<D>;

 public:
  using Word = std::uint64_t;
  using WordVector = hn::Vec<DU>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D()), kGroup = 1;

  explicit F64Words(const Modulus& modulus)
      : p_(static_cast<double>(modulus.value())),
        minus_p_inverse_(-1.0 / p_),
        shift_(shift_of_negatives(p_)),
        word_p_(modulus.value()) {}

  WordVector load_words(const Word* x) const noexcept { return hn::LoadU(du_, x); }
  void store_words(WordVector v, Word* x) const noexcept { hn::StoreU(v, du_, x); }
  WordVector set_words(Word x) const noexcept { return hn::Set(du_, x); }
  WordVector zero_words() const noexcept { return hn::Zero(du_); }
  template <std::size_t kRun>
  static void transpose_words(WordVector& x, WordVector& y) noexcept {
    TranspositionsOf<DU>::template transpose<kRun>(x, y);
  }
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    return to_canonical_words(product(to_double(a), to_double(b)));
  }
  // A product and its summand are reduced together, see leaves.inl and docs/decisions/0002.
  WordVector multiply_add(WordVector a, WordVector b, WordVector c) const noexcept {
    return to_canonical_words(product_add(to_double(a), to_double(b), to_double(c)));
  }
  WordVector multiply_subtract(WordVector a, WordVector b, WordVector c) const noexcept {
    return to_canonical_words(product_add(to_double(a), to_double(b), to_negative(c)));
  }
  WordVector subtract_product(WordVector a, WordVector b, WordVector c) const noexcept {
    return to_canonical_words(product_add(to_double(a), to_negative(b), to_double(c)));
  }
  WordVector add_products(WordVector a, WordVector b, WordVector c, WordVector d) const noexcept {
    const Vector first = product(to_double(a), to_double(b));
    return to_canonical_words(product_add(to_double(c), to_double(d), first));
  }
  // The factor a + b - p lies in [-p, p).
  WordVector multiply_sum(WordVector a, WordVector b, WordVector c) const noexcept {
    const Vector sum = checked(hn::Sub(two52_plus(hn::Add(a, b)), hn::Set(d_, kTwo52 + p_)));
    return to_canonical_words(product(sum, to_double(c)));
  }
  // The factor a - b lies in (-p, p).
  WordVector multiply_difference(WordVector a, WordVector b, WordVector c) const noexcept {
    return to_canonical_words(product(difference(a, b), to_double(c)));
  }
  // Reduces words in [0, 4p), below 2^52.
  WordVector reduce(WordVector a) const noexcept {
    return to_canonical_words(partial_reduce(to_double(a)));
  }
  WordVector prepare(WordVector b) const noexcept {
    return hn::BitCast(du_, hn::Mul(to_double(b), hn::Set(d_, -minus_p_inverse_)));
  }
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    return to_canonical_words(product(to_double(a), factor(b, quotients)));
  }
  WordVector add(WordVector a, WordVector b) const noexcept {
    return add_p_if_negative(hn::Sub(hn::Add(a, b), hn::Set(du_, word_p_)));
  }
  WordVector subtract(WordVector a, WordVector b) const noexcept {
    return add_p_if_negative(hn::Sub(a, b));
  }
  WordVector negate(WordVector a) const noexcept { return subtract(hn::Zero(du_), a); }
  WordVector scale_add(WordVector a, WordVector b, WordVector w,
                       WordVector /*quotient*/) const noexcept {
    return to_canonical_words(product_add(to_double(a), to_double(w), to_double(b)));
  }
  WordVector subtract_scaled(WordVector a, WordVector b, WordVector w,
                             WordVector /*quotient*/) const noexcept {
    return to_canonical_words(product_add(to_negative(a), to_double(w), to_double(b)));
  }
  // The factor a - b lies in (-p, p).
  WordVector scale_difference(WordVector a, WordVector b, WordVector w,
                              WordVector quotient) const noexcept {
    return to_canonical_words(product(difference(a, b), factor(w, quotient)));
  }
  WordVector scale_difference_add(WordVector a, WordVector b, WordVector c, WordVector w,
                                  WordVector /*quotient*/) const noexcept {
    return to_canonical_words(product_add(difference(a, b), to_double(w), to_double(c)));
  }

 protected:
  using Vector = hn::Vec<D>;
  // A factor w with w/p.
  struct Factor {
    Vector w, w_over_p;
  };
  // The way in which a quotient becomes an integer: a quotient of at most 2^51 in magnitude by the
  // rounding of a sum, which some CPUs do in half the time.
  enum class Rounding { by_addition, by_instruction };

  // Reduces to [-p/2, p/2], up to the rounding of the quotient. The quotient is negative and its
  // product added, so that zeros become +0 whatever their sign: see docs/decisions/0002.
  Vector partial_reduce(Vector v) const noexcept {
    return hn::MulAdd(nearest(v, hn::Set(d_, minus_p_inverse_)), hn::Set(d_, p_), v);
  }
  // y w mod p. The quotient comes from a stored w/p, or, with less memory and more latency, from y
  // w.
  template <Rounding kRounding = Rounding::by_addition>
  Vector product(Vector y, const Factor& f) const noexcept {
    const Vector h = hn::Mul(y, f.w), q = nearest<kRounding>(y, f.w_over_p);
    return checked(hn::Add(hn::NegMulAdd(q, hn::Set(d_, p_), h), hn::MulSub(y, f.w, h)));
  }
  template <Rounding kRounding = Rounding::by_addition>
  Vector product(Vector y, Vector w) const noexcept {
    const Vector h = hn::Mul(y, w), q = nearest<kRounding>(h, hn::Set(d_, minus_p_inverse_));
    return checked(hn::Add(hn::MulAdd(q, hn::Set(d_, p_), h), hn::MulSub(y, w, h)));
  }
  // y w + z mod p, in (-p, p) for |y|, |w|, |z| <= p.
  Vector product_add(Vector y, Vector w, Vector z) const noexcept {
    const Vector h = hn::Mul(y, w), l = hn::MulSub(y, w, h);
    const Vector q = nearest(hn::Add(h, z), hn::Set(d_, minus_p_inverse_));
    return checked(hn::Add(hn::MulAdd(q, hn::Set(d_, p_), h), hn::Add(l, z)));
  }
  // The integer nearest to x c. Near 1.5 2^52 doubles are the integers.
  template <Rounding kRounding = Rounding::by_addition>
  Vector nearest(Vector x, Vector c) const noexcept {
    if constexpr (kRounding == Rounding::by_instruction) return hn::Round(hn::Mul(x, c));
    const Vector middle = hn::Set(d_, 1.5 * kTwo52);
    return checked_quotient(hn::Sub(hn::MulAdd(x, c, middle), middle));
  }
  // An addition rounds quotients of at most 2^51 in magnitude to integers.
  Vector checked_quotient(Vector q) const noexcept {
#ifdef LATH_CHECKING
    if (!hn::AllTrue(d_, hn::Le(hn::Abs(q), hn::Set(d_, kTwo52 / 2)))) {
      fail_out_of_range("a quotient of f64 is more than 2^51");
    }
#endif
    return q;
  }
  // Working values are integers of at most 8p in magnitude; builds with LATH_CHECKING check it.
  Vector checked(Vector v, [[maybe_unused]] double bound = 8) const noexcept {
#ifdef LATH_CHECKING
    // Values no larger than the largest one so far need no look at each lane.
    const Vector largest = hn::Set(d_, std::min(bound, largest_working_value()) * p_);
    const auto usual = hn::And(hn::Le(hn::Abs(v), largest), hn::Eq(hn::Round(v), v));
    const auto no_negative_zero = hn::Ne(hn::BitCast(du_, v), hn::SignBit(du_));
    if (!hn::AllTrue(d_, usual) || !hn::AllTrue(du_, no_negative_zero)) check_lanes(v, bound);
#endif
    return v;
  }
#ifdef LATH_CHECKING
  // Alone, since it is behind every operation.
  [[gnu::noinline]] void check_lanes(Vector v, double bound) const noexcept {
    std::array<double, kLanes> lanes;
    hn::StoreU(v, d_, lanes.data());
    check_working_values(lanes.data(), kLanes, p_, bound);
  }
#endif
  Factor factor(WordVector w, WordVector quotient) const noexcept {
    return {to_double(w), hn::BitCast(d_, quotient)};
  }
  Vector difference(WordVector a, WordVector b) const noexcept {
    return checked(hn::Sub(two52_plus(a), two52_plus(b)));
  }
  // 2^52 + x for integers x below 2^52.
  Vector two52_plus(WordVector x) const noexcept {
    return hn::BitCast(d_, hn::Or(x, hn::BitCast(du_, hn::Set(d_, kTwo52))));
  }
  Vector to_double(WordVector x) const noexcept { return doubles_of(d_, x); }
  Vector to_negative(WordVector x) const noexcept {
    return hn::Sub(hn::Set(d_, kTwo52), two52_plus(x));
  }
  // Takes integers in (-p, p) to words in [0, p).
  WordVector to_canonical_words(Vector v) const noexcept {
    return canonical_words(d_, v, hn::Set(d_, shift_));
  }
  WordVector add_p_if_negative(WordVector v) const noexcept {
    const auto plus_p = hn::BitCast(d_, hn::Add(v, hn::Set(du_, word_p_)));
    const auto same = hn::BitCast(d_, v);  // the pattern has the sign of the integer
    return hn::BitCast(du_, hn::IfNegativeThenElse(same, plus_p, same));
  }

  D d_;
  DU du_;
  double p_, minus_p_inverse_, shift_;
  std::uint64_t word_p_;
};
