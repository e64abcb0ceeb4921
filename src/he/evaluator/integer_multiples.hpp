// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/parallel.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/ring.hpp"
#include "lath/ring/rows.hpp"

/// @file
/// Integers times rows of the limbs of a ring, in the memory of the result and nothing else. An
/// integer k is given by its residues, k(modulus).
namespace lath::he {

/// Calls f(arithmetic, scalar k, words of out, words of a) for each limb.
template <class Integer, class F>
void for_each_multiple(const DynamicRing& ring, const Rows& out, const Integer& k,
                       const ConstRows& a, const F& f) noexcept {
  for_each_row(ring.limbs(), ring.degree(), 1, [&](std::size_t i) noexcept {
    const std::size_t place = ring.limb_set().place(i);
    const auto& arithmetic = ring.plan(i).arithmetic();
    f(arithmetic, arithmetic.scalar(k(ring.modulus(i))), out.row(place), a.row(place));
  });
}

/// out = k a. `out` may be `a`.
template <class Integer>
void integer_multiple(const DynamicRing& ring, const Rows& out, const Integer& k,
                      const ConstRows& a) noexcept {
  for_each_multiple(
      ring, out, k, a,
      [n = ring.degree()](const auto& arithmetic, const auto& scalar, auto* to, const auto* from) {
        arithmetic.scale(to, from, scalar, n);
      });
}

/// out += k a.
template <class Integer>
void add_integer_multiple(const DynamicRing& ring, const Rows& out, const Integer& k,
                          const ConstRows& a) noexcept {
  for_each_multiple(
      ring, out, k, a,
      [n = ring.degree()](const auto& arithmetic, const auto& scalar, auto* to, const auto* from) {
        arithmetic.scale_add(to, from, to, scalar, n);
      });
}

}  // namespace lath::he
