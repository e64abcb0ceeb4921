// SPDX-License-Identifier: Apache-2.0
//
// The operations on vectors of the family i52; see pointwise.inl.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/pointwise/pointwise_i52_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/pointwise/pointwise.hpp"
#include "base/targets.inl"
#include "lath/arith/shoup.hpp"
#include "lath/arith/word.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

namespace hn = hwy::HWY_NAMESPACE;

#include "arith/pointwise/pointwise.inl"  // NOLINT(bugprone-suspicious-include)
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/multiply_add_52.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/i52_words.inl"  // NOLINT(bugprone-suspicious-include)
#include "arith/pointwise/u64_words.inl"  // NOLINT(bugprone-suspicious-include)

#endif  // HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

PointwiseTablePointer<std::uint64_t> make_pointwise_i52([[maybe_unused]] const Modulus& modulus,
                                                        Isa isa) {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma)) {
    return N_AVX3::make_pointwise_kernels<N_AVX3::I52Words>(modulus,
                                                            {Family::i52, Isa::avx512ifma});
  }
#endif
  LATH_RETURN_ON_AVX2(isa,
                      make_pointwise_kernels<N_AVX2::I52Words>(modulus, {Family::i52, Isa::avx2}));
  return nullptr;
}

PointwiseTablePointer<std::uint64_t> make_pointwise_u64_ifma(
    [[maybe_unused]] const Modulus& modulus) {
#if HWY_TARGETS & HWY_AVX3
  return N_AVX3::make_pointwise_kernels<N_AVX3::U64Words>(modulus, {Family::u64, Isa::avx512ifma});
#else
  return nullptr;
#endif
}

}  // namespace lath::detail
#endif  // HWY_ONCE
