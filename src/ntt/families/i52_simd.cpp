// SPDX-License-Identifier: Apache-2.0
//
// The i52 family: residues modulo p < 2^50 as integers, Shoup products and Harvey's lazy
// butterflies by the 52-bit multiply-add of AVX-512 IFMA, which adds the low or the high half of a
// product of 104 bits to a word and reads the low 52 bits of its factors. On AVX2 the same code
// runs on an emulated multiply-add, for tests.
//
// For y < 2^52 and q = floor(y floor(w 2^52 / p) / 2^52), t = y w - q p lies in [0, 2p) (D. Harvey,
// "Faster arithmetic for number-theoretic transforms", 2014): it is computed modulo 2^52.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/i52_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/schedule/scheduled_kernels.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_kernels.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/harvey.inl"  // NOLINT(bugprone-suspicious-include)

constexpr std::uint64_t kDigit = std::uint64_t{1} << 52;

// sum plus the low or the high 52 bits of the product of the low 52 bits of a and b.
#if HWY_TARGET == HWY_AVX3
template <class V>
V add_low_product(V sum, V a, V b) noexcept {
  return V{_mm512_madd52lo_epu64(sum.raw, a.raw, b.raw)};
}
template <class V>
V add_high_product(V sum, V a, V b) noexcept {
  return V{_mm512_madd52hi_epu64(sum.raw, a.raw, b.raw)};
}
#else
// The emulation, one lane after the other; not inlined, since it is long.
template <int kShift, class V>
[[gnu::noinline]] V add_shifted_product(V sum, V a, V b) noexcept {
  const hn::DFromV<V> d;
  std::array<std::uint64_t, hn::MaxLanes(hn::DFromV<V>())> sums, as, bs;
  hn::StoreU(sum, d, sums.data());
  hn::StoreU(a, d, as.data());
  hn::StoreU(b, d, bs.data());
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const uint128 product = uint128{as[i] % kDigit} * (bs[i] % kDigit);
    sums[i] += static_cast<std::uint64_t>(product >> kShift) % kDigit;
  }
  return hn::LoadU(d, sums.data());
}
template <class V>
V add_low_product(V sum, V a, V b) noexcept {
  return add_shifted_product<0>(sum, a, b);
}
template <class V>
V add_high_product(V sum, V a, V b) noexcept {
  return add_shifted_product<52>(sum, a, b);
}
#endif

class I52 : public Harvey<I52, std::uint64_t> {
  using Base = Harvey<I52, std::uint64_t>;
  using Base::p, Base::two_p, Base::subtract_once;
  using D = hn::FixedTag<std::uint64_t, HWY_MAX_BYTES / sizeof(std::uint64_t)>;

 public:
  static std::uint64_t quotient(std::uint64_t w, std::uint64_t p) {
    return static_cast<std::uint64_t>((uint128{w} << 52) / p);
  }

  I52(const Roots& roots, const Twiddles<I52>& twiddles)
      : Base(roots, twiddles),
        p_(roots.modulus.value()),
        bits_(roots.modulus.bits()),
        ratio_(static_cast<std::uint64_t>((uint128{1} << (2 * bits_)) / p_) << (51 - bits_)),
        high_ratio_(kDigit / p_),
        low_ratio_(quotient(kDigit % p_, p_)) {}

  // y w mod p in [0, 2p), for any y of 52 bits.
  Vector product(Vector y, const Factor& w) const noexcept {
    const Vector q = add_high_product(zero(), y, w.quotient);
    return minus_multiple(add_low_product(zero(), y, w.value), q);
  }

  // Barrett's product on 52-bit words; WordOperations has it for words of 64 bits.
  Vector multiply(Vector a, Vector b) const noexcept {
    const Vector low = add_low_product(zero(), a, b), high = add_high_product(zero(), a, b);
    const Vector top =
        hn::Or(hn::ShiftLeftSame(high, 53 - bits_), hn::ShiftRightSame(low, bits_ - 1));
    const Vector quotient = add_high_product(zero(), top, hn::Set(d_, ratio_));
    const Vector r = minus_multiple(low, quotient);  // in [0, 3p)
    return subtract_once(subtract_once(r, two_p()), p());
  }
  // floor(b 2^52 / p).
  Vector prepare(Vector b) const noexcept {
    const Vector q = add_low_product(add_high_product(zero(), b, hn::Set(d_, low_ratio_)), b,
                                     hn::Set(d_, high_ratio_));
    const Vector remainder = minus_multiple(zero(), q);  // in [0, 2p)
    const Vector reduced = subtract_once(remainder, p());
    return hn::Add(q, hn::IfThenZeroElse(hn::Eq(reduced, remainder), hn::Set(d_, Word{1})));
  }
  Vector multiply_prepared(Vector a, Vector b, Vector quotients) const noexcept {
    return subtract_once(product(a, Factor{b, quotients}), p());
  }

 private:
  Vector zero() const noexcept { return hn::Zero(d_); }
  // x - q p modulo 2^52, for x below 2^52.
  Vector minus_multiple(Vector x, Vector q) const noexcept {
    return hn::And(add_low_product(x, q, hn::Set(d_, kDigit - p_)), hn::Set(d_, kDigit - 1));
  }

  D d_;
  std::uint64_t p_;
  int bits_;
  std::uint64_t ratio_;                   // floor(2^(2 bits) / p), shifted as in WordOperations
  std::uint64_t high_ratio_, low_ratio_;  // the words of 52 bits of floor(2^104 / p)
};

#endif  // HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

KernelTablePointer<std::uint64_t> make_i52([[maybe_unused]] const Roots& roots, Isa isa) {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma))
    return N_AVX3::make_kernel_table<N_AVX3::I52>(roots, {Family::i52, Isa::avx512ifma});
#endif
  LATH_RETURN_ON_AVX2(isa, make_kernel_table<N_AVX2::I52>(roots, {Family::i52, Isa::avx2}));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
