// SPDX-License-Identifier: Apache-2.0
//
// The transforms of the i52 family: residues modulo p < 2^50 as integers, products by the 52-bit
// multiply-add of AVX-512 IFMA, see arith/pointwise/i52_words.inl.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/i52_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/schedule/scheduled_transform.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/scheduled_transform.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)
#include "arith/multiply_add_52.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/i52_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/i52.inl"  // NOLINT(bugprone-suspicious-include)

#endif  // HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

TransformPointer<std::uint64_t> make_i52([[maybe_unused]] const Roots& roots, Isa isa) {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma))
    return N_AVX3::make_transform<N_AVX3::I52>(roots, {Family::i52, Isa::avx512ifma});
#endif
  LATH_RETURN_ON_AVX2(isa, make_transform<N_AVX2::I52>(roots, {Family::i52, Isa::avx2}));
  return nullptr;
}

}  // namespace lath::detail
#endif  // HWY_ONCE
