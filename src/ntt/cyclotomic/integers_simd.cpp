// SPDX-License-Identifier: Apache-2.0
//
// Convolutions of stages by integers and the 52-bit multiply-add of AVX-512 IFMA.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/cyclotomic/integers_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/range_checks.hpp"
#include "base/targets.inl"
#include "ntt/cyclotomic/staged_transform.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_PUSH_ATTRIBUTES(HWY_TARGET_STR_AVX3 ",avx512ifma")
#else
HWY_BEFORE_NAMESPACE();
#endif
namespace lath::detail::HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

namespace hn = hwy::HWY_NAMESPACE;

#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)
#include "arith/multiply_add_52.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/i52_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/cyclotomic/i52_lines.inl"  // NOLINT(bugprone-suspicious-include)

constexpr std::size_t kLanes = I52Lines::kLanes;

#include "ntt/cyclotomic/column_convolution.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/cyclotomic/units.inl"  // NOLINT(bugprone-suspicious-include)

void convolve_columns(const Modulus& p, const StageConstants& c, double* x) noexcept {
  const I52Lines a(p);
  ColumnConvolution(a, c).apply(x, c.stage.prime - 1);
}

constexpr IntegerKernels kIntegerKernels{convolve_columns, run_units<I52Lines, false>,
                                         run_units<I52Lines, true>};

#endif  // HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

IntegerKernels integer_kernels([[maybe_unused]] Isa isa) {
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma)) return N_AVX3::kIntegerKernels;
#endif
  LATH_RETURN_ON_AVX2(isa, kIntegerKernels);
  return {};
}

}  // namespace lath::detail
#endif  // HWY_ONCE
