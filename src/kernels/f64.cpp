// SPDX-License-Identifier: Apache-2.0
//
// The f64 family: residues modulo p < 2^50 as integers in double precision, products by fused
// multiply-add. For |y| <= 8p < 2^53 and |w| <= p/2,
//   h = y w rounded, l = y w - h exactly, q = round(y (w/p)), t = (h - q p) + l = y w - q p,
// every step exact, since the last two are integers below 2^53. docs/adr/0002 bounds all ranges
// and says why the time does not depend on the values.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/f64.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <array>
#include <bit>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/entries.hpp"
#ifdef LATH_CHECKING
#include "kernels/range_checks.hpp"
#endif
#include "lath/base/buffer.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA

namespace hn = hwy::HWY_NAMESPACE;

#include "kernels/lanes.inl"              // NOLINT(bugprone-suspicious-include)
#include "kernels/schedule.inl"           // NOLINT(bugprone-suspicious-include)
#include "kernels/scheduled_entries.inl"  // NOLINT(bugprone-suspicious-include)
#include "kernels/trade.inl"              // NOLINT(bugprone-suspicious-include)

// x - p where x > p/2: the representative of least magnitude.
double centered(std::uint64_t x, std::uint64_t p) {
  return x > p / 2 ? -static_cast<double>(p - x) : static_cast<double>(x);
}

template <std::size_t kLanesOfD, std::size_t kLeafOfRing>
class F64 {
  using D = hn::FixedTag<double, kLanesOfD>;
  using DU = hn::RebindToUnsigned<D>;
  using DI = hn::RebindToSigned<D>;

 public:
  using Word = std::uint64_t;
  using Vector = hn::Vec<D>;
  using WordVector = hn::Vec<DU>;
  static constexpr std::size_t kLanes = kLanesOfD, kLeaf = kLeafOfRing;

  struct Factor {
    Vector w, w_over_p;
  };

  explicit F64(const Roots& roots)
      : p_(static_cast<double>(roots.modulus.value())),
        p_inverse_(1.0 / p_),
        word_p_(roots.modulus.value()),
        factors_inverse_(centered(roots.factors_inverse, word_p_)),
        forward_(2 * roots.degree / kLanes),
        inverse_(2 * roots.degree / kLanes),
        forward_lanes_(lane_order<kLanes, kLeaf>(roots, roots.forward, centered)),
        inverse_lanes_(lane_order<kLanes, kLeaf>(roots, roots.inverse, centered)),
        first_block_(roots.degree / (4 * kLanes)) {
    const Modulus& modulus = roots.modulus;
    for (std::size_t k = 1; k < roots.degree / kLanes; ++k) {
      set_factor(forward_, k, roots.forward[k]);
      set_factor(inverse_, k, roots.inverse[k]);
    }
    set_factor(inverse_, 1, modulus.multiply(roots.inverse[1], roots.factors_inverse));
  }

  Vector load(const Word* x) const noexcept { return hn::BitCast(d_, hn::LoadU(du_, x)); }
  void store(Vector v, Word* x) const noexcept { hn::StoreU(hn::BitCast(du_, v), du_, x); }

  // An integer below 2^52 in the low bits of the pattern of 2^52 makes the double 2^52 + x.
  Vector import_words(const Word* x) const noexcept { return to_double(hn::LoadU(du_, x)); }
  void export_words(Vector v, Word* x) const noexcept {
    hn::StoreU(to_words(canonical(settle(v))), du_, x);
  }

  // Words are never negative, so there is nothing to save.
  void export_lazy(Vector v, Word* x) const noexcept { export_words(v, x); }

  Factor forward_root(std::size_t node) const noexcept { return factor(forward_, node); }
  Factor inverse_root(std::size_t node) const noexcept { return factor(inverse_, node); }

  void forward_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector t = product(y, root);
    y = checked(hn::Sub(x, t));
    x = checked(hn::Add(x, t));
  }
  void inverse_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector difference = checked(hn::Sub(x, y));
    x = checked(hn::Add(x, y));
    y = product(difference, root);
  }
  // To [-p/2, p/2], up to the rounding of the quotient.
  Vector settle(Vector v) const noexcept {
    const Vector q = hn::Round(hn::Mul(v, hn::Set(d_, p_inverse_)));
    return hn::NegMulAdd(q, hn::Set(d_, p_), v);
  }
  Vector scale(Vector v) const noexcept { return product(v, hn::Set(d_, factors_inverse_)); }

  template <std::size_t kCount>
  void forward_lanes(Vector (&v)[kCount][4], std::size_t block) const noexcept {
    Lanes<F64>::forward(*this, v, forward_lanes_.data() + lane_offset(block));
  }
  template <std::size_t kCount>
  void inverse_lanes(Vector (&v)[kCount][4], std::size_t block) const noexcept {
    Lanes<F64>::inverse(*this, v, inverse_lanes_.data() + lane_offset(block));
  }
  // Twiddles of several nodes; w/p is made from w, one product ahead of where it is needed.
  Factor lane_factor(const double* lanes) const noexcept {
    const Vector w = hn::Load(d_, lanes);
    return {w, hn::Mul(w, hn::Set(d_, p_inverse_))};
  }
  template <std::size_t kRun>
  static void trade(Vector& x, Vector& y) noexcept {
    trade_runs<kRun>(D(), x, y);
  }

  WordVector load_words(const Word* x) const noexcept { return hn::LoadU(du_, x); }
  void store_words(WordVector v, Word* x) const noexcept { hn::StoreU(v, du_, x); }
  WordVector zero_words() const noexcept { return hn::Zero(du_); }
  template <std::size_t kRun>
  static void trade_words(WordVector& x, WordVector& y) noexcept {
    trade_runs<kRun>(DU(), x, y);
  }
  WordVector multiply(WordVector a, WordVector b) const noexcept {
    return to_words(canonical(product(to_double(a), to_double(b))));
  }
  // From [0, 4p), below 2^52.
  WordVector reduce(WordVector a) const noexcept {
    return to_words(canonical(settle(to_double(a))));
  }
  WordVector prepare(WordVector b) const noexcept {
    return hn::BitCast(du_, hn::Mul(to_double(b), hn::Set(d_, p_inverse_)));
  }
  WordVector multiply_prepared(WordVector a, WordVector b, WordVector quotients) const noexcept {
    const Factor factor{to_double(b), hn::BitCast(d_, quotients)};
    return to_words(canonical(product(to_double(a), factor)));
  }
  WordVector add(WordVector a, WordVector b) const noexcept {
    return add_p_if_negative(hn::Sub(hn::Add(a, b), hn::Set(du_, word_p_)));
  }
  WordVector subtract(WordVector a, WordVector b) const noexcept {
    return add_p_if_negative(hn::Sub(a, b));
  }
  WordVector negate(WordVector a) const noexcept { return subtract(hn::Zero(du_), a); }

 private:
  using Twiddles = Buffer<double>;

  void set_factor(Twiddles& table, std::size_t node, std::uint64_t root) const {
    table[2 * node] = centered(root, word_p_);
    table[2 * node + 1] = table[2 * node] / p_;
  }
  std::size_t lane_offset(std::size_t block) const noexcept {
    return (block - first_block_) * Lanes<F64>::kTwiddles;
  }
  Factor factor(const Twiddles& table, std::size_t node) const noexcept {
    return {hn::Set(d_, table[2 * node]), hn::Set(d_, table[2 * node + 1])};
  }

  // y w mod p; the quotient from a stored w/p, or, with less memory and more latency, from y w.
  Vector product(Vector y, const Factor& f) const noexcept {
    const Vector q = hn::Round(hn::Mul(y, f.w_over_p));
    return remainder(y, f.w, hn::Mul(y, f.w), q);
  }
  Vector product(Vector y, Vector w) const noexcept {
    const Vector h = hn::Mul(y, w);
    return remainder(y, w, h, hn::Round(hn::Mul(h, hn::Set(d_, p_inverse_))));
  }
  Vector remainder(Vector y, Vector w, Vector h, Vector q) const noexcept {
    const Vector l = hn::MulSub(y, w, h);
    return checked(hn::Add(hn::NegMulAdd(q, hn::Set(d_, p_), h), l));
  }
  // Working values are integers of at most 8p; builds with LATH_CHECKING see to it.
  Vector checked(Vector v) const noexcept {
#ifdef LATH_CHECKING
    std::array<double, kLanes> lanes;
    hn::StoreU(v, d_, lanes.data());
    check_working_values(lanes.data(), kLanes, p_, 8);
#endif
    return v;
  }
  // From (-p, p) to [0, p).
  Vector canonical(Vector v) const noexcept {
    return hn::Add(v, hn::IfThenElseZero(hn::Lt(v, hn::Zero(d_)), hn::Set(d_, p_)));
  }
  Vector to_double(WordVector words) const noexcept {
    const Vector two52 = hn::Set(d_, kTwo52);
    return hn::Sub(hn::BitCast(d_, hn::Or(words, hn::BitCast(du_, two52))), two52);
  }
  WordVector to_words(Vector v) const noexcept {
    const Vector two52 = hn::Set(d_, kTwo52);
    return hn::Xor(hn::BitCast(du_, hn::Add(v, two52)), hn::BitCast(du_, two52));
  }
  WordVector add_p_if_negative(WordVector v) const noexcept {
    const auto negative = hn::BroadcastSignBit(hn::BitCast(di_, v));
    return hn::Add(v, hn::And(hn::BitCast(du_, negative), hn::Set(du_, word_p_)));
  }

  static constexpr double kTwo52 = 4503599627370496.0;

  D d_;
  DU du_;
  DI di_;
  double p_, p_inverse_;
  std::uint64_t word_p_;
  double factors_inverse_;
  Twiddles forward_, inverse_;  // pairs (w, w/p), indexed by node
  Twiddles forward_lanes_, inverse_lanes_;
  std::size_t first_block_;
};

template <std::size_t kLeaf>
EntriesPointer<std::uint64_t> make_f64_with_leaf(const Roots& roots, Kernel kernel) {
  if (roots.degree < Schedule<F64<4, kLeaf>>::kBlock) {
    return std::make_shared<ScheduledEntries<F64<kLeaf, kLeaf>>>(roots, kernel);
  }
  return std::make_shared<ScheduledEntries<F64<4, kLeaf>>>(roots, kernel);
}

EntriesPointer<std::uint64_t> make_f64(const Roots& roots, Kernel kernel) {
  switch (roots.shape.skipped_layers) {
    case 0:
      return make_f64_with_leaf<1>(roots, kernel);
    case 1:
      return make_f64_with_leaf<2>(roots, kernel);
    default:
      return make_f64_with_leaf<4>(roots, kernel);
  }
}

#endif  // HWY_NATIVE_FMA
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels {

EntriesPointer<std::uint64_t> make_f64_avx2([[maybe_unused]] const Roots& roots) {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::make_f64(roots, {Family::f64, Isa::avx2});
#else
  return nullptr;
#endif
}

}  // namespace lath::kernels
#endif  // HWY_ONCE
