// SPDX-License-Identifier: Apache-2.0
//
// The i16 family on vectors: signed values in (-2p, 2p), p < 2^14, and Montgomery products by fixed
// factors, after G. Seiler, "Faster AVX2 optimized NTT multiplication for Ring-LWE lattice
// cryptography" (2018). For w = root 2^16 mod p, centered, and m = y w/p mod 2^16, centered,
//   (y w - m p) / 2^16 = y root (mod p),
// at most (p + |y w| / 2^15) / 2 in magnitude. y w and m p have equal lower words, so it suffices
// to subtract their upper words. docs/lab/0012 bounds all ranges.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/i16_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/fixed_factors.hpp"
#include "base/targets.inl"
#include "lath/arith/shoup.hpp"
#include "ntt/schedule/scheduled_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)

class I16 : public IntegerWords<std::uint16_t> {
  using Base = IntegerWords<std::uint16_t>;
  using D = hn::FixedTag<std::int16_t, HWY_MAX_BYTES / sizeof(std::int16_t)>;
  using DU = hn::RebindToUnsigned<D>;

 public:
  using Words = Base;
  using Vector = hn::Vec<D>;
  using Transpositions = TranspositionsOf<D>;
  static constexpr std::size_t kPassesPerReduction = 0, kBlocksTogether = 4;

  // w and w/p mod 2^16.
  struct Factor {
    Vector w, w_over_p;
  };
  struct NodeTwiddle {
    std::int16_t w, w_over_p;
  };

  static NodeTwiddle node_twiddle(std::uint64_t root, std::uint64_t p) {
    const auto w = static_cast<std::int16_t>(centered((root << 16) % p, p));
    return {w, static_cast<std::int16_t>(w * static_cast<std::int16_t>(inverse_of_word(p)))};
  }
  template <bool>
  static constexpr std::size_t kLaneParts = 2;
  static std::array<Word, 2> lane_parts(std::uint64_t root, std::uint64_t p) {
    const NodeTwiddle twiddle = node_twiddle(root, p);
    return {static_cast<Word>(twiddle.w), static_cast<Word>(twiddle.w_over_p)};
  }

  I16(const Roots& roots, const Twiddles<I16>& twiddles)
      : Base(roots.modulus),
        p_(static_cast<std::int16_t>(roots.modulus.value())),
        twiddles_(twiddles, roots.degree) {}

  Vector load(const Word* x) const noexcept { return hn::BitCast(d_, this->load_words(x)); }
  void store(Vector v, Word* x) const noexcept { this->store_words(hn::BitCast(du_, v), x); }
  Vector import_words(const Word* x) const noexcept { return load(x); }
  // Exports values in (-2p, 2p).
  void export_words(Vector v, Word* x) const noexcept { export_product(nearer_zero(v), x); }
  // Exports values in (-p, p). As unsigned words, negative values are larger than all others.
  void export_product(Vector v, Word* x) const noexcept {
    const auto words = hn::BitCast(du_, v);
    this->store_words(hn::Min(words, hn::Add(words, this->p())), x);
  }
  void export_lazy(Vector v, Word* x) const noexcept {
    this->store_words(hn::Add(hn::BitCast(du_, v), this->two_p()), x);
  }

  // (-2p, 2p) -> (-2p, 2p).
  [[gnu::always_inline]] void forward_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector near = nearer_zero(x);
    Vector t = product(y, root);
    // Otherwise GCC distributes the difference in t over both sums and subtracts four times.
    asm("" : "+" LATH_VECTOR_REGISTER(t.raw));
    x = checked(hn::Add(near, t), 2 * p_);
    y = checked(hn::Sub(near, t), 2 * p_);
  }
  // (-p, p) -> (-p, p).
  [[gnu::always_inline]] void inverse_butterfly(Vector& x, Vector& y,
                                                const Factor& root) const noexcept {
    const Vector difference = checked(hn::Sub(x, y), 2 * p_);
    x = nearer_zero(checked(hn::Add(x, y), 2 * p_));
    y = product(difference, root);
  }
  Vector partial_reduce(Vector v) const noexcept { return v; }
  Vector scale(Vector v) const noexcept { return product(v, scaled_root(*this, 0)); }

  const TwiddlePointers<NodeTwiddle, Word>& twiddles() const noexcept { return twiddles_; }
  Factor node_factor(const NodeTwiddle& t) const noexcept {
    return {hn::Set(d_, t.w), hn::Set(d_, t.w_over_p)};
  }
  Factor lane_factor(Vector w, Vector w_over_p) const noexcept { return {w, w_over_p}; }

 private:
  Vector signed_p() const noexcept { return hn::Set(d_, p_); }

  // Working values lie in (-bound, bound); builds with LATH_CHECKING check it.
  Vector checked(Vector v, [[maybe_unused]] int bound) const noexcept {
#ifdef LATH_CHECKING
    const Vector end = hn::Set(d_, static_cast<std::int16_t>(bound));
    if (!hn::AllTrue(d_, hn::And(hn::Lt(v, end), hn::Lt(hn::Neg(end), v)))) check_lanes(v, bound);
#endif
    return v;
  }
#ifdef LATH_CHECKING
  // Alone, since it is behind every operation.
  [[gnu::noinline]] void check_lanes(Vector v, int bound) const noexcept {
    std::array<std::int16_t, hn::MaxLanes(D())> lanes;
    hn::StoreU(v, d_, lanes.data());
    std::array<std::int64_t, hn::MaxLanes(D())> values;
    std::copy(lanes.begin(), lanes.end(), values.begin());
    check_working_words(values.data(), values.size(), 1 - bound, bound);
  }
#endif
  // p where v is positive, -p where it is negative, and 0.
  Vector p_with_sign_of(Vector v) const noexcept {
#if HWY_TARGET == HWY_AVX2
    return Vector{_mm256_sign_epi16(signed_p().raw, v.raw)};
#else
    const Vector zero = hn::Zero(d_);
    return hn::Sub(hn::IfThenElseZero(hn::Gt(v, zero), signed_p()),
                   hn::IfThenElseZero(hn::Lt(v, zero), signed_p()));
#endif
  }
  // Takes values in (-2p, 2p) to (-p, p).
  Vector nearer_zero(Vector v) const noexcept { return hn::Sub(v, p_with_sign_of(v)); }
  // In (-p, p), for y in (-2p, 2p).
  [[gnu::always_inline]] Vector product(Vector y, const Factor& f) const noexcept {
    const Vector m = hn::Mul(y, f.w_over_p);
    return checked(hn::Sub(hn::MulHigh(y, f.w), hn::MulHigh(m, signed_p())), p_);
  }

  D d_;
  DU du_;
  std::int16_t p_;
  TwiddlePointers<NodeTwiddle, Word> twiddles_;
};

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

TransformPointer<std::uint16_t> make_i16([[maybe_unused]] const Roots& roots, Isa isa) {
  // Transforms have 16 lanes with AVX-512, too, where only operations on vectors gain from 32
  // (docs/lab/0034).
  LATH_RETURN_ON_AVX2(isa, make_transform<N_AVX2::I16>(roots, {Family::i16, isa}));
  LATH_RETURN_ON_NEON(isa, make_transform<N_NEON::I16>(roots, {Family::i16, isa}));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
