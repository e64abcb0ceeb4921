// SPDX-License-Identifier: Apache-2.0
//
// The f64 family: residues modulo p < 2^50 as integers in double precision, products by fused
// multiply-add. For |y| <= 8p < 2^53 and |w| <= p/2,
//   h = y w rounded, l = y w - h exactly, q = round(y (w/p)), t = (h - q p) + l = y w - q p,
// every step exact, since the last two are integers below 2^53. docs/adr/0002 bounds all ranges
// and shows why the time does not depend on the values.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/schedule/scheduled_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_kernels.inl"  // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/transpose.inl"          // NOLINT(bugprone-suspicious-include)

// x - p where x > p/2: the representative of least magnitude.
double centered(std::uint64_t x, std::uint64_t p) {
  return x > p / 2 ? -static_cast<double>(p - x) : static_cast<double>(x);
}

class F64 {
  using D = hn::FixedTag<double, HWY_MAX_BYTES / sizeof(double)>;
  using DU = hn::RebindToUnsigned<D>;

 public:
  using Word = std::uint64_t;
  using Vector = hn::Vec<D>;
  using Transpositions = TranspositionsOf<D>;
  using WordVector = hn::Vec<DU>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D()), kPassesPerReduction = 3,
                               kBlocksTogether = 8;

  struct Factor {
    Vector w, w_over_p;
  };

  struct NodeTwiddle {
    double w, w_over_p;
  };
  using LaneTwiddle = std::array<double, kLanes>;

  static NodeTwiddle node_twiddle(std::uint64_t root, std::uint64_t p) {
    const double w = centered(root, p);
    return {w, w / static_cast<double>(p)};
  }
  static LaneTwiddle lane_twiddle(const std::array<std::uint64_t, kLanes>& roots, std::uint64_t p) {
    LaneTwiddle w;
    for (std::size_t i = 0; i < kLanes; ++i) w[i] = centered(roots[i], p);
    return w;
  }

  F64(const Roots& roots, const Twiddles<F64>& twiddles)
      : p_(static_cast<double>(roots.modulus.value())),
        p_inverse_(1.0 / p_),
        two52_and_p_(kTwo52 + p_),
        word_p_(roots.modulus.value()),
        twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return hn::BitCast(d_, hn::LoadU(du_, x)); }
  void store(Vector v, Word* x) const noexcept { hn::StoreU(hn::BitCast(du_, v), du_, x); }

  // An integer below 2^52 in the low bits of the pattern of 2^52 makes the double 2^52 + x.
  Vector import_words(const Word* x) const noexcept { return to_double(hn::LoadU(du_, x)); }
  void export_words(Vector v, Word* x) const noexcept {
    hn::StoreU(to_canonical_words(partial_reduce(v)), du_, x);
  }

  void export_product(Vector v, Word* x) const noexcept {
    hn::StoreU(to_canonical_words(v), du_, x);
  }

  // Words must not be negative, so a larger range would save nothing.
  void export_lazy(Vector v, Word* x) const noexcept { export_words(v, x); }

  template <class Root>
  void forward_butterfly(Vector& x, Vector& y, const Root& root) const noexcept {
    const Vector t = product(y, root);
    y = checked(hn::Sub(x, t));
    x = checked(hn::Add(x, t));
  }
  template <class Root>
  void inverse_butterfly(Vector& x, Vector& y, const Root& root) const noexcept {
    const Vector difference = checked(hn::Sub(x, y));
    x = checked(hn::Add(x, y));
    y = product(difference, root);
  }
  // To [-p/2, p/2], up to the rounding of the quotient.
  Vector partial_reduce(Vector v) const noexcept {
    const Vector q = hn::Round(hn::Mul(v, hn::Set(d_, p_inverse_)));
    return hn::NegMulAdd(q, hn::Set(d_, p_), v);
  }
  Vector scale(Vector v) const noexcept { return product(v, scaled_root(*this, 0)); }
  // For two partially reduced values, or one and a word; below 0.69 p, see docs/adr/0002.
  Vector multiply_factors(Vector v, Vector w) const noexcept {
    return checked(product(checked(v, 1), checked(w, 1)), 1);
  }

  const TwiddlePointers<NodeTwiddle, LaneTwiddle>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.w), hn::Set(d_, t.w_over_p)};
  }
  Vector lane_factor(const LaneTwiddle& w) const noexcept { return hn::Load(d_, w.data()); }

  WordVector load_words(const Word* x) const noexcept { return hn::LoadU(du_, x); }
  void store_words(WordVector v, Word* x) const noexcept { hn::StoreU(v, du_, x); }
  WordVector zero_words() const noexcept { return hn::Zero(du_); }
  template <std::size_t kRun>
  static void transpose_words(WordVector& x, WordVector& y) noexcept {
    TranspositionsOf<DU>::template transpose<kRun>(x, y);
  }
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    return to_canonical_words(product(to_double(a), to_double(b)));
  }
  // A product and its summand are reduced together, see leaves.inl and docs/adr/0002.
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
    const Vector sum = checked(hn::Sub(two52_plus(hn::Add(a, b)), hn::Set(d_, two52_and_p_)));
    return to_canonical_words(product(sum, to_double(c)));
  }
  // The factor a - b lies in (-p, p).
  WordVector multiply_difference(WordVector a, WordVector b, WordVector c) const noexcept {
    const Vector difference = checked(hn::Sub(two52_plus(a), two52_plus(b)));
    return to_canonical_words(product(difference, to_double(c)));
  }
  // From [0, 4p), below 2^52.
  WordVector reduce(WordVector a) const noexcept {
    return to_canonical_words(partial_reduce(to_double(a)));
  }
  WordVector prepare(WordVector b) const noexcept {
    return hn::BitCast(du_, hn::Mul(to_double(b), hn::Set(d_, p_inverse_)));
  }
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    const Factor factor{to_double(b), hn::BitCast(d_, quotients)};
    return to_canonical_words(product(to_double(a), factor));
  }
  WordVector add(WordVector a, WordVector b) const noexcept {
    return add_p_if_negative(hn::Sub(hn::Add(a, b), hn::Set(du_, word_p_)));
  }
  WordVector subtract(WordVector a, WordVector b) const noexcept {
    return add_p_if_negative(hn::Sub(a, b));
  }
  WordVector negate(WordVector a) const noexcept { return subtract(hn::Zero(du_), a); }

 private:
  // y w mod p. The quotient comes from a stored w/p, or, with less memory and more latency, from y
  // w.
  Vector product(Vector y, const Factor& f) const noexcept {
    const Vector q = hn::Round(hn::Mul(y, f.w_over_p));
    return remainder(y, f.w, hn::Mul(y, f.w), q);
  }
  Vector product(Vector y, Vector w) const noexcept {
    const Vector h = hn::Mul(y, w);
    return remainder(y, w, h, hn::Round(hn::Mul(h, hn::Set(d_, p_inverse_))));
  }
  // y w + z mod p, in (-p, p) for |y|, |w|, |z| <= p.
  Vector product_add(Vector y, Vector w, Vector z) const noexcept {
    const Vector h = hn::Mul(y, w), inverse = hn::Set(d_, p_inverse_);
    const Vector q = hn::Round(hn::MulAdd(h, inverse, hn::Mul(z, inverse)));
    const Vector l = hn::MulSub(y, w, h);
    return checked(hn::Add(hn::NegMulAdd(q, hn::Set(d_, p_), h), hn::Add(l, z)));
  }
  Vector remainder(Vector y, Vector w, Vector h, Vector q) const noexcept {
    const Vector l = hn::MulSub(y, w, h);
    return checked(hn::Add(hn::NegMulAdd(q, hn::Set(d_, p_), h), l));
  }
  // Working values are integers of at most 8p in magnitude; builds with LATH_CHECKING check it.
  Vector checked(Vector v, [[maybe_unused]] double bound = 8) const noexcept {
#ifdef LATH_CHECKING
    // What is no larger than what was seen needs no look at each lane.
    const Vector largest = hn::Set(d_, std::min(bound, largest_working_value()) * p_);
    const auto usual = hn::And(hn::Le(hn::Abs(v), largest), hn::Eq(hn::Round(v), v));
    const auto no_negative_zero = hn::Ne(hn::BitCast(du_, v), hn::SignBit(du_));
    if (hn::AllTrue(d_, usual) && hn::AllTrue(du_, no_negative_zero)) return v;
    std::array<double, kLanes> lanes;
    hn::StoreU(v, d_, lanes.data());
    check_working_values(lanes.data(), kLanes, p_, bound);
#endif
    return v;
  }
  // 2^52 + x for integers x below 2^52.
  Vector two52_plus(WordVector x) const noexcept {
    return hn::BitCast(d_, hn::Or(x, hn::BitCast(du_, hn::Set(d_, kTwo52))));
  }
  Vector to_double(WordVector x) const noexcept {
    return hn::Sub(two52_plus(x), hn::Set(d_, kTwo52));
  }
  Vector to_negative(WordVector x) const noexcept {
    return hn::Sub(hn::Set(d_, kTwo52), two52_plus(x));
  }
  // From (-p, p) to words in [0, p). Never from -0, which would become p: a sum or difference that
  // is zero is +0 unless all of its terms are -0, see docs/adr/0002.
  WordVector to_canonical_words(Vector v) const noexcept {
    const Vector two52 = hn::Set(d_, kTwo52);
    const Vector shift = hn::IfNegativeThenElse(v, hn::Set(d_, two52_and_p_), two52);
    return hn::Xor(hn::BitCast(du_, hn::Add(v, shift)), hn::BitCast(du_, two52));
  }
  WordVector add_p_if_negative(WordVector v) const noexcept {
    const auto plus_p = hn::BitCast(d_, hn::Add(v, hn::Set(du_, word_p_)));
    const auto same = hn::BitCast(d_, v);  // the sign of the pattern is that of the integer
    return hn::BitCast(du_, hn::IfNegativeThenElse(same, plus_p, same));
  }

  static constexpr double kTwo52 = 4503599627370496.0;

  D d_;
  DU du_;
  double p_, p_inverse_, two52_and_p_;
  std::uint64_t word_p_;
  TwiddlePointers<NodeTwiddle, LaneTwiddle> twiddles_;
};

#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

KernelTablePointer<std::uint64_t> make_f64([[maybe_unused]] const Roots& roots, Isa isa) {
  LATH_RETURN_ON_AVX512(isa, make_kernel_table<N_AVX3::F64>(roots, {Family::f64, Isa::avx512}));
  LATH_RETURN_ON_AVX2(isa, make_kernel_table<N_AVX2::F64>(roots, {Family::f64, Isa::avx2}));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
