// SPDX-License-Identifier: Apache-2.0
//
// The transforms of the f64 family: values are integers in double precision, see
// arith/pointwise/f64_words.inl; docs/decisions/0002 bounds all ranges.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/schedule/scheduled_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON))

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/f64_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/f64.inl"  // NOLINT(bugprone-suspicious-include)

#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

namespace {

template <bool kSmall>
TransformPointer<std::uint64_t> make_f64_of([[maybe_unused]] const Roots& roots, Isa isa) {
  LATH_RETURN_ON_AVX512(isa,
                        make_transform<N_AVX3::F64<kSmall>>(roots, {Family::f64, Isa::avx512}));
  LATH_RETURN_ON_AVX2(isa, make_transform<N_AVX2::F64<kSmall>>(roots, {Family::f64, Isa::avx2}));
  LATH_RETURN_ON_NEON(isa, make_transform<N_NEON::F64<kSmall>>(roots, {Family::f64, Isa::neon}));
  return nullptr;
}

}  // namespace

TransformPointer<std::uint64_t> make_f64(const Roots& roots, Isa isa) {
  const bool small = roots.modulus.value() >> 49 == 0;
  return small ? make_f64_of<true>(roots, isa) : make_f64_of<false>(roots, isa);
}

}  // namespace lath::detail
#endif  // HWY_ONCE
