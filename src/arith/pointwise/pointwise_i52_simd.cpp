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
namespace {

// Whether 2^(b - 2) / p + (2^(b + 50) mod p) p / 2^(b + 50) <= 1, b the bits of p: the amount that
// the quotient of a product lacks besides its fraction, see I52Words::barrett_product().
[[maybe_unused]] bool quotients_are_near(const Modulus& modulus) noexcept {
  const std::uint64_t p = modulus.value();
  const uint128 power = uint128{1} << (modulus.bits() + 50);
  const uint128 lacks = uint128{static_cast<std::uint64_t>(power % p)} * p;
  return lacks <= (p - (std::uint64_t{1} << (modulus.bits() - 2))) * (power / p);
}

}  // namespace

PointwiseTablePointer<std::uint64_t> make_pointwise_i52([[maybe_unused]] const Modulus& modulus,
                                                        Isa isa) {
  [[maybe_unused]] const bool near = quotients_are_near(modulus);
#if HWY_TARGETS & HWY_AVX3
  if (has(isa, Isa::avx512ifma)) {
    constexpr Kernel kKernel{Family::i52, Isa::avx512ifma};
    return near ? N_AVX3::make_pointwise_kernels<N_AVX3::I52NearWords>(modulus, kKernel)
                : N_AVX3::make_pointwise_kernels<N_AVX3::I52Words>(modulus, kKernel);
  }
#endif
  [[maybe_unused]] constexpr Kernel kEmulated{Family::i52, Isa::avx2};
  if (near)
    LATH_RETURN_ON_AVX2(isa, make_pointwise_kernels<N_AVX2::I52NearWords>(modulus, kEmulated));
  LATH_RETURN_ON_AVX2(isa, make_pointwise_kernels<N_AVX2::I52Words>(modulus, kEmulated));
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
