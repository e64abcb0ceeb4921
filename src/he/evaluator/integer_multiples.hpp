// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// Integers times polynomials, in the memory of the result and nothing else.
namespace lath::he {

/// out = k a. `out` may be `a`, and else has its ring.
template <class Form>
void integer_multiple(Poly<DynamicRing, Form>& out, std::int64_t k,
                      const Poly<DynamicRing, Form>& a) noexcept;

/// out += k a.
template <class Form>
void add_integer_multiple(Poly<DynamicRing, Form>& out, std::int64_t k,
                          const Poly<DynamicRing, Form>& a) noexcept;

}  // namespace lath::he
