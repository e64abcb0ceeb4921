// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/rows.hpp"

/// @file
/// Integers times rows of the limbs of a ring, in the memory of the result and nothing else.
namespace lath::he {

/// out = k a. `out` may be `a`.
void integer_multiple(const DynamicRing& ring, const Rows& out, std::int64_t k,
                      const ConstRows& a) noexcept;

/// out += k a.
void add_integer_multiple(const DynamicRing& ring, const Rows& out, std::int64_t k,
                          const ConstRows& a) noexcept;

}  // namespace lath::he
