// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <type_traits>

#include "coding/packing.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/secret.hpp"

namespace lath::detail {

/// Words of a vector of packing.inl: of two pieces of 16 bytes on AVX2, one on NEON.
inline constexpr std::size_t kGroupWords = HWY_TARGETS & HWY_NEON ? 8 : 16;

/// The number of words, out of so many, in whole groups, and the bytes of these groups, where an
/// instruction set has these vectors; none elsewhere. The reference takes the rest.
struct WholeGroups {
  std::size_t words = 0, bytes = 0;

  WholeGroups([[maybe_unused]] Isa isa, [[maybe_unused]] std::size_t count,
              [[maybe_unused]] int bits) noexcept {
#if HWY_TARGETS & (HWY_AVX2 | HWY_NEON)
    constexpr Isa kVectors = HWY_TARGETS & HWY_NEON ? Isa::neon : Isa::avx2;
    if (has(isa, kVectors)) words = count / kGroupWords * kGroupWords;
    bytes = packed_bytes(words, bits);
#endif
  }
};

}  // namespace lath::detail
