// SPDX-License-Identifier: Apache-2.0
//
// The integer families i16, u32 and u64 on vectors: Shoup products and Harvey's lazy butterflies,
// the algorithm of the scalar reference, with the lanes of a vector side by side. The word sizes
// differ in three operations only: the high product, the low product and a conditional subtraction.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/shoup.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "kernels/entries.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/base/buffer.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

#include "kernels/lanes.inl"              // NOLINT(bugprone-suspicious-include)
#include "kernels/roots.inl"              // NOLINT(bugprone-suspicious-include)
#include "kernels/schedule.inl"           // NOLINT(bugprone-suspicious-include)
#include "kernels/scheduled_entries.inl"  // NOLINT(bugprone-suspicious-include)
#include "kernels/trade.inl"              // NOLINT(bugprone-suspicious-include)

// The high words of the products, exactly.
template <class D, class V = hn::Vec<D>>
V multiply_high_lanes(D d, V a, V b) noexcept {
  if constexpr (sizeof(hn::TFromD<D>) == 2) {
    return hn::MulHigh(a, b);
  } else if constexpr (sizeof(hn::TFromD<D>) == 4) {
    const hn::RepartitionToWide<D> wide;
    const auto even = hn::MulEven(a, b);
    const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, a))),
                                 hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, b))));
    return hn::OddEven(hn::BitCast(d, odd), hn::BitCast(d, hn::ShiftRight<32>(even)));
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
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
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
  if constexpr (sizeof(hn::TFromD<D>) == 8) {
    const hn::RebindToSigned<D> di;
    return hn::BitCast(d, hn::IfNegativeThenElse(hn::BitCast(di, difference), hn::BitCast(di, x),
                                                 hn::BitCast(di, difference)));
  } else {
    return hn::Min(x, difference);
  }
}

// Ranges in working form: forward in [0, 4p), inverse in [0, 2p); 4p fits in a word.
// A vector has kLanes words; with one lane, for degrees below a block, the other lanes idle.
template <ResidueWord T, std::size_t kLanesUsed, std::size_t kLeafOfRing>
class Shoup {
  using D = hn::FixedTag<T, kLanesUsed == 1 ? 16 / sizeof(T) : kLanesUsed>;

 public:
  using Word = T;
  using Vector = hn::Vec<D>;
  static constexpr std::size_t kLanes = kLanesUsed, kLeaf = kLeafOfRing, kPassesPerSettle = 0,
                               kBlocksTogether = 4;

  struct Factor {
    Vector value, quotient;
  };

  using NodeTwiddle = ShoupFactor<T>;
  using LaneTwiddle = ShoupFactor<T>;

  static ShoupFactor<T> node_twiddle(std::uint64_t root, std::uint64_t p) {
    return {static_cast<T>(root), static_cast<T>(p)};
  }
  static ShoupFactor<T> lane_twiddle(std::uint64_t root, std::uint64_t p) {
    return node_twiddle(root, p);
  }

  Shoup(const Roots& roots, const Twiddles<Shoup>& twiddles)
      : p_(static_cast<T>(roots.modulus.value())),
        bits_(roots.modulus.bits()),
        // floor(2^(2 bits) / p) has at most bits + 1 bits; shifted so that the high word of a
        // product by it is the quotient (lath/arith/barrett.hpp).
        ratio_(static_cast<T>(static_cast<T>((Wide<T>{1} << (2 * bits_)) / p_)
                              << (kWordBits<T> - bits_ - 1))),
        high_ratio_(static_cast<T>((Wide<T>{1} << kWordBits<T>) / p_)),
        low_ratio_(static_cast<T>(((Wide<T>{1} << kWordBits<T>) % p_ << kWordBits<T>) / p_)),
        forward_(twiddles.forward.data()),
        inverse_(twiddles.inverse.data()),
        scaled_(twiddles.scaled.data()),
        forward_lanes_(twiddles.forward_lanes.data()),
        inverse_lanes_(twiddles.inverse_lanes.data()),
        first_block_(roots.degree / (4 * kLanes)) {}

  Vector load(const T* x) const noexcept {
    if constexpr (kLanes == 1) return hn::Set(d_, *x);
    return hn::LoadU(d_, x);
  }
  void store(Vector v, T* x) const noexcept {
    if constexpr (kLanes == 1) {
      *x = hn::GetLane(v);
    } else {
      hn::StoreU(v, d_, x);
    }
  }
  Vector import_words(const T* x) const noexcept { return load(x); }
  // From [0, 4p).
  void export_words(Vector v, T* x) const noexcept { store(reduce(v), x); }

  // From [0, 2p).
  void export_product(Vector v, T* x) const noexcept { store(subtract_once(v, p()), x); }
  void export_lazy(Vector v, T* x) const noexcept { store(v, x); }

  Factor forward_root(std::size_t node) const noexcept { return broadcast(forward_[node]); }
  Factor inverse_root(std::size_t node) const noexcept { return broadcast(inverse_[node]); }
  Factor scaled_root(std::size_t node) const noexcept { return broadcast(scaled_[node]); }

  // [0, 4p) -> [0, 4p).
  void forward_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector sum = subtract_once(x, two_p()), product = multiply_lazy(y, root);
    x = hn::Add(sum, product);
    y = hn::Add(hn::Sub(sum, product), two_p());
  }
  // [0, 2p) -> [0, 2p).
  void inverse_butterfly(Vector& x, Vector& y, const Factor& root) const noexcept {
    const Vector difference = hn::Add(hn::Sub(x, y), two_p());
    x = subtract_once(hn::Add(x, y), two_p());
    y = multiply_lazy(difference, root);
  }
  Vector settle(Vector v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept { return multiply_lazy(v, scaled_root(0)); }

  const LaneTwiddle* forward_lanes(std::size_t block) const noexcept {
    return forward_lanes_ + lane_offset(block);
  }
  const LaneTwiddle* inverse_lanes(std::size_t block) const noexcept {
    return inverse_lanes_ + lane_offset(block);
  }
  Factor lane_factor(const ShoupFactor<T>* lanes) const noexcept {
    Factor factor;
    hn::LoadInterleaved2(d_, reinterpret_cast<const T*>(lanes), factor.value, factor.quotient);
    return factor;
  }
  template <std::size_t kRun>
  static void trade(Vector& x, Vector& y) noexcept {
    trade_runs<kRun>(D(), x, y);
  }

  Vector load_words(const T* x) const noexcept { return load(x); }
  void store_words(Vector v, T* x) const noexcept { store(v, x); }
  Vector zero_words() const noexcept { return hn::Zero(d_); }
  template <std::size_t kRun>
  static void trade_words(Vector& x, Vector& y) noexcept {
    trade_runs<kRun>(D(), x, y);
  }
  Vector multiply(Vector a, Vector b) const noexcept {
    const Vector low = multiply_low(a, b), high = multiply_high(a, b);
    const Vector top = hn::Or(hn::ShiftLeftSame(high, kWordBits<T> - bits_ + 1),
                              hn::ShiftRightSame(low, bits_ - 1));
    const Vector quotient = multiply_high(top, hn::Set(d_, ratio_));
    const Vector r = hn::Sub(low, multiply_low(quotient, p()));  // in [0, 3p)
    return subtract_once(subtract_once(r, two_p()), p());
  }
  // From [0, 4p).
  Vector reduce(Vector a) const noexcept { return subtract_once(subtract_once(a, two_p()), p()); }
  // Barrett::shoup_quotient, lane by lane.
  Vector prepare(Vector b) const noexcept {
    const Vector q = hn::Add(multiply_low(b, hn::Set(d_, high_ratio_)),
                             multiply_high(b, hn::Set(d_, low_ratio_)));
    const Vector remainder = hn::Sub(hn::Zero(d_), multiply_low(q, p()));  // in [0, 2p)
    // One more where the remainder is not below p, that is where subtracting p changes it.
    const Vector reduced = subtract_once(remainder, p());
    return hn::Add(q, hn::IfThenZeroElse(hn::Eq(reduced, remainder), hn::Set(d_, T{1})));
  }
  Vector multiply_prepared(Vector a, Vector b, Vector quotients) const noexcept {
    return subtract_once(multiply_lazy(a, {b, quotients}), p());
  }
  Vector add(Vector a, Vector b) const noexcept { return subtract_once(hn::Add(a, b), p()); }
  Vector subtract(Vector a, Vector b) const noexcept {
    return subtract_once(hn::Add(hn::Sub(a, b), p()), p());
  }
  Vector negate(Vector a) const noexcept { return subtract_once(hn::Sub(p(), a), p()); }

 private:
  Factor broadcast(const ShoupFactor<T>& f) const noexcept {
    return {hn::Set(d_, f.value), hn::Set(d_, f.quotient)};
  }
  std::size_t lane_offset(std::size_t block) const noexcept {
    return (block - first_block_) * Lanes<Shoup>::kTwiddles;
  }
  Vector p() const noexcept { return hn::Set(d_, p_); }
  Vector two_p() const noexcept { return hn::Set(d_, static_cast<T>(2 * p_)); }
  Vector multiply_low(Vector a, Vector b) const noexcept { return multiply_low_lanes(d_, a, b); }
  Vector multiply_high(Vector a, Vector b) const noexcept { return multiply_high_lanes(d_, a, b); }
  Vector subtract_once(Vector x, Vector m) const noexcept { return subtract_once_lanes(d_, x, m); }
  Vector multiply_lazy(Vector x, const Factor& f) const noexcept {
    const Vector quotient = multiply_high(x, f.quotient);
    return hn::Sub(multiply_low(x, f.value), multiply_low(quotient, p()));
  }

  D d_;
  T p_;
  int bits_;
  T ratio_;
  T high_ratio_, low_ratio_;  // the words of floor(2^2w / p)
  const ShoupFactor<T>*forward_, *inverse_, *scaled_, *forward_lanes_, *inverse_lanes_;
  std::size_t first_block_;
};

template <ResidueWord T, std::size_t kLeaf>
EntriesPointer<T> make_shoup_with_leaf(const Roots& roots, Kernel kernel) {
  constexpr std::size_t kLanes = 32 / sizeof(T);
  if (roots.degree < Schedule<Shoup<T, kLanes, kLeaf>>::kBlock) {
    return std::make_shared<ScheduledEntries<Shoup<T, kLeaf, kLeaf>>>(roots, kernel);
  }
  return std::make_shared<ScheduledEntries<Shoup<T, kLanes, kLeaf>>>(roots, kernel);
}

template <ResidueWord T>
EntriesPointer<T> make_shoup(const Roots& roots, Kernel kernel) {
  switch (roots.shape.skipped_layers) {
    case 0:
      return make_shoup_with_leaf<T, 1>(roots, kernel);
    case 1:
      return make_shoup_with_leaf<T, 2>(roots, kernel);
    default:
      return make_shoup_with_leaf<T, 4>(roots, kernel);
  }
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels {

template <ResidueWord Word>
EntriesPointer<Word> make_shoup_avx2([[maybe_unused]] const Roots& roots) {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::make_shoup<Word>(roots, {integer_family<Word>, Isa::avx2});
#else
  return nullptr;
#endif
}

template EntriesPointer<std::uint16_t> make_shoup_avx2(const Roots&);
template EntriesPointer<std::uint32_t> make_shoup_avx2(const Roots&);
template EntriesPointer<std::uint64_t> make_shoup_avx2(const Roots&);

}  // namespace lath::kernels
#endif  // HWY_ONCE
