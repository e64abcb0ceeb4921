// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/ring/static_ring.hpp"
#include "ring/ring_cases.hpp"

namespace lath::testing {

/// Rings of both kinds and of every word: what holds for all polynomials is tried in each.
using PropertyRings =
    ::testing::Types<DynamicRing, StaticRing<std::uint16_t, 64, 42>,
                     StaticRing<std::uint32_t, 64, 90>, StaticRing<std::uint64_t, 64, 150>,
                     StaticRing<std::uint64_t, 32, 186, 62>>;

/// The static ring, or a dynamic one of 1, 2 or 7 limbs and degree 2 to 64.
template <Ring R>
R drawn_ring(SeededValues& random) {
  if constexpr (std::is_same_v<R, DynamicRing>) {
    static const std::vector<DynamicRing> rings = [] {
      std::vector<DynamicRing> all;
      for (const std::size_t degree : {2U, 16U, 64U}) {
        for (const std::size_t limbs : {1U, 2U, 7U}) all.push_back(ring_of(degree, limbs));
      }
      return all;
    }();
    return rings[random.below(rings.size())];
  } else {
    return R::instance();
  }
}

/// Calls check(ring, random) for as many seeds as seeds(usual) says.
template <Ring R, class Check>
void for_each_seed(std::uint64_t usual, const Check& check) {
  for (std::uint64_t seed = 1; seed <= seeds(usual); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const R ring = drawn_ring<R>(random);
    check(ring, random);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace lath::testing
