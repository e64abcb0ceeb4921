// SPDX-License-Identifier: Apache-2.0
//
// The operations on vectors of the families f64, i16, u32 and u64; see pointwise.inl.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "arith/pointwise/pointwise_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "arith/pointwise/pointwise.hpp"
#include "base/targets.inl"
#include "lath/arith/shoup.hpp"
#include "lath/arith/word.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON))

namespace hn = hwy::HWY_NAMESPACE;

#include "arith/pointwise/pointwise.inl"  // NOLINT(bugprone-suspicious-include)
#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/f64_words.inl"      // NOLINT(bugprone-suspicious-include)
#include "arith/pointwise/integer_words.inl"  // NOLINT(bugprone-suspicious-include)

#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

PointwiseTablePointer<std::uint64_t> make_pointwise_f64([[maybe_unused]] const Modulus& modulus,
                                                        Isa isa) {
  LATH_RETURN_ON_AVX512(
      isa, make_pointwise_kernels<N_AVX3::F64Words>(modulus, {Family::f64, Isa::avx512}));
  LATH_RETURN_ON_AVX2(isa,
                      make_pointwise_kernels<N_AVX2::F64Words>(modulus, {Family::f64, Isa::avx2}));
  LATH_RETURN_ON_NEON(isa,
                      make_pointwise_kernels<N_NEON::F64Words>(modulus, {Family::f64, Isa::neon}));
  return nullptr;
}

template <ResidueWord Word>
PointwiseTablePointer<Word> make_pointwise_integers([[maybe_unused]] const Modulus& modulus,
                                                    Isa isa) {
  if constexpr (sizeof(Word) != 8) {
    LATH_RETURN_ON_AVX512(isa, make_pointwise_kernels<N_AVX3::IntegerWords<Word>>(
                                   modulus, {kIntegerFamily<Word>, Isa::avx512}));
  }
  LATH_RETURN_ON_AVX2(isa, make_pointwise_kernels<N_AVX2::IntegerWords<Word>>(
                               modulus, {kIntegerFamily<Word>, Isa::avx2}));
  LATH_RETURN_ON_NEON(isa, make_pointwise_kernels<N_NEON::IntegerWords<Word>>(
                               modulus, {kIntegerFamily<Word>, Isa::neon}));
  return nullptr;
}

template PointwiseTablePointer<std::uint16_t> make_pointwise_integers(const Modulus&, Isa);
template PointwiseTablePointer<std::uint32_t> make_pointwise_integers(const Modulus&, Isa);
template PointwiseTablePointer<std::uint64_t> make_pointwise_integers(const Modulus&, Isa);

}  // namespace lath::detail
#endif  // HWY_ONCE
