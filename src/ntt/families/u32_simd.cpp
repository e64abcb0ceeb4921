// SPDX-License-Identifier: Apache-2.0
//
// The u32 family on vectors: Shoup products and Harvey's lazy butterflies, the algorithm of the
// scalar reference, with the lanes of a vector side by side.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/u32_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "lath/arith/shoup.hpp"
#include "ntt/schedule/scheduled_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON)

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)
#include "ntt/families/harvey.inl"            // NOLINT(bugprone-suspicious-include)

using U32 = Harvey<IntegerWords<std::uint32_t>>;

#endif  // HWY_TARGET & ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

TransformPointer<std::uint32_t> make_u32(const Roots& roots, Isa isa) {
  if (has(isa, Isa::avx512) && roots.degree < 64) isa = Isa::avx2;  // a block there has 64 words
  LATH_RETURN_ON_AVX512(isa, make_transform<N_AVX3::U32>(roots, {Family::u32, Isa::avx512}));
  LATH_RETURN_ON_AVX2(isa, make_transform<N_AVX2::U32>(roots, {Family::u32, Isa::avx2}));
  LATH_RETURN_ON_NEON(isa, make_transform<N_NEON::U32>(roots, {Family::u32, Isa::neon}));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
