// SPDX-License-Identifier: Apache-2.0
//
// The u32 family on vectors: Shoup products and Harvey's lazy butterflies, the algorithm of the
// scalar reference, with the lanes of a vector side by side.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/families/u32_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "ntt/kernel_table.hpp"
#ifdef LATH_CHECKING
#include "ntt/range_checks.hpp"
#endif
#include "lath/arith/shoup.hpp"
#include "lath/base/buffer.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::kernels {
namespace HWY_NAMESPACE {
#if HWY_TARGET == HWY_AVX2

namespace hn = hwy::HWY_NAMESPACE;

#include "ntt/schedule/lanes.inl"              // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/roots.inl"              // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/schedule.inl"           // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/scheduled_kernels.inl"  // NOLINT(bugprone-suspicious-include)
#include "ntt/schedule/transpose.inl"          // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/word_operations.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/families/harvey.inl"  // NOLINT(bugprone-suspicious-include)

class Shoup : public Harvey<Shoup, std::uint32_t> {
 public:
  using Harvey::Harvey;

  static std::uint32_t quotient(std::uint64_t w, std::uint64_t p) {
    return ShoupFactor<std::uint32_t>(static_cast<std::uint32_t>(w), static_cast<std::uint32_t>(p))
        .quotient;
  }
  Vector product(Vector y, const Factor& w) const noexcept {
    return this->multiply_lazy(y, w.value, w.quotient);
  }
};

EntriesPointer<std::uint32_t> make_shoup(const Roots& roots, Kernel kernel) {
  return make_entries<Shoup>(roots, kernel);
}

#endif  // HWY_TARGET == HWY_AVX2
}  // namespace HWY_NAMESPACE
}  // namespace lath::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::kernels {

EntriesPointer<std::uint32_t> make_shoup_avx2([[maybe_unused]] const Roots& roots) {
#if HWY_TARGETS & HWY_AVX2
  return N_AVX2::make_shoup(roots, {Family::u32, Isa::avx2});
#else
  return nullptr;
#endif
}

}  // namespace lath::kernels
#endif  // HWY_ONCE
