// SPDX-License-Identifier: Apache-2.0
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ring/signed_moves_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>

#include "base/targets.inl"
#include "lath/base/constant_time.hpp"
#include "ring/signed_moves.hpp"

#ifndef LATH_KERNELS_SIGNED_MOVES
#define LATH_KERNELS_SIGNED_MOVES
namespace lath::detail {

template <ResidueWord Word>
Word negated(Word x, Word p) noexcept {
  return ct::subtract_once(static_cast<Word>(p - x), p);
}

template <ResidueWord Word>
void negate_each(Word* out, const Word* a, std::size_t count, Word p) noexcept {
  for (std::size_t i = 0; i < count; ++i) out[i] = negated(a[i], p);
}

template <ResidueWord Word>
void gather_each(Word* out, const Word* a, std::size_t n, std::size_t step, Word p) noexcept {
  std::size_t i = 0;
  for (std::size_t j = 0; j < n; ++j) {
    const Word x = a[i & (n - 1)];
    out[j] = (i & n) != 0 ? negated(x, p) : x;  // a choice by the place, which is public
    i = (i + step) & (2 * n - 1);
  }
}

}  // namespace lath::detail
#endif

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// The words that are gathered before their signs are set: they stay in the first-level cache.
constexpr std::size_t kGathered = 256;

template <ResidueWord Word>
using Tag = hn::FixedTag<Word, HWY_MAX_BYTES / sizeof(Word)>;

// p - x, but 0 for x = 0.
template <class V>
HWY_INLINE V negated_lanes(V x, V p) noexcept {
  const hn::DFromV<V> d;
  return hn::IfThenZeroElse(hn::Eq(x, hn::Zero(d)), hn::Sub(p, x));
}

template <ResidueWord Word>
void negate_words(Word* out, const Word* a, std::size_t count, Word p) noexcept {
  const Tag<Word> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto modulus = hn::Set(d, p);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(negated_lanes(hn::LoadU(d, a + i), modulus), d, out + i);
  }
  negate_each(out + i, a + i, count - i, p);
}

// Words first, then signs, block by block: loads into single lanes cost more than they save, and so
// do the CPU's gathers (docs/lab/0018).
template <ResidueWord Word>
void gather_coefficients(Word* out, const Word* a, std::size_t n, std::size_t step,
                         Word p) noexcept {
  using D = Tag<Word>;
  const D d;
  const hn::RebindToSigned<D> ds;
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  // The place i mod 2n in the highest bits of a word, so that sums wrap and the sign says i >= n.
  const int unit = kWordBits<Word> - std::countr_zero(2 * n);
  // Words are moved four at a time.
  constexpr std::size_t kLeast = std::max<std::size_t>(kLanes, 4);
  if (unit < 0 || n < kLeast) return gather_each(out, a, n, step, p);
  const auto place = [&](std::size_t i) { return static_cast<Word>(i * step << unit); };
  std::array<Word, kLanes> first;
  for (std::size_t l = 0; l < kLanes; ++l) first[l] = place(l);
  auto places = hn::LoadU(d, first.data());
  const auto next = hn::Set(d, place(kLanes)), modulus = hn::Set(d, p);
  std::size_t i = 0;
  for (std::size_t j = 0; j < n; j += kGathered) {
    const std::size_t end = std::min(j + kGathered, n);
    for (std::size_t l = j; l < end; l += 4, i += 4 * step) {
      out[l] = a[i & (n - 1)];
      out[l + 1] = a[(i + step) & (n - 1)];
      out[l + 2] = a[(i + 2 * step) & (n - 1)];
      out[l + 3] = a[(i + 3 * step) & (n - 1)];
    }
    for (std::size_t l = j; l < end; l += kLanes, places = hn::Add(places, next)) {
      const auto x = hn::LoadU(d, out + l);
      const auto sign = hn::BitCast(d, hn::BroadcastSignBit(hn::BitCast(ds, places)));
      hn::StoreU(hn::IfVecThenElse(sign, negated_lanes(x, modulus), x), d, out + l);
    }
  }
}

}  // namespace
#endif
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

template <ResidueWord Word>
void negate_words(Isa isa, Word* out, const Word* a, std::size_t count, Word p) noexcept {
  LATH_RETURN_ON_AVX512(isa, negate_words(out, a, count, p));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, negate_words(out, a, count, p));
  negate_each(out, a, count, p);
}

template <ResidueWord Word>
void gather_coefficients(Isa isa, Word* out, const Word* a, std::size_t n, std::size_t step,
                         Word p) noexcept {
  LATH_RETURN_ON_AVX512(isa, gather_coefficients(out, a, n, step, p));
  LATH_RETURN_ON_AVX2_OR_NEON(isa, gather_coefficients(out, a, n, step, p));
  gather_each(out, a, n, step, p);
}

template void negate_words(Isa, std::uint16_t*, const std::uint16_t*, std::size_t,
                           std::uint16_t) noexcept;
template void negate_words(Isa, std::uint32_t*, const std::uint32_t*, std::size_t,
                           std::uint32_t) noexcept;
template void negate_words(Isa, std::uint64_t*, const std::uint64_t*, std::size_t,
                           std::uint64_t) noexcept;
template void gather_coefficients(Isa, std::uint16_t*, const std::uint16_t*, std::size_t,
                                  std::size_t, std::uint16_t) noexcept;
template void gather_coefficients(Isa, std::uint32_t*, const std::uint32_t*, std::size_t,
                                  std::size_t, std::uint32_t) noexcept;
template void gather_coefficients(Isa, std::uint64_t*, const std::uint64_t*, std::size_t,
                                  std::size_t, std::uint64_t) noexcept;

}  // namespace lath::detail
#endif  // HWY_ONCE
