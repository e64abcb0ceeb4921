// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/integer_multiples.hpp"

#include <cstddef>

#include "lath/ring/ring.hpp"

namespace lath::he {
namespace {

// Calls f(arithmetic, scalar k, words of out, words of a) for each limb.
template <class F>
void for_each_limb(const DynamicRing& ring, const Rows& out, std::int64_t k, const ConstRows& a,
                   const F& f) noexcept {
  for_each_row(ring.limbs(), ring.degree(), 1, [&](std::size_t i) noexcept {
    const std::size_t place = ring.limb_set().place(i);
    const auto& arithmetic = ring.plan(i).arithmetic();
    f(arithmetic, arithmetic.scalar(ring.modulus(i).reduce_signed(k)), out.row(place),
      a.row(place));
  });
}

}  // namespace

void integer_multiple(const DynamicRing& ring, const Rows& out, std::int64_t k,
                      const ConstRows& a) noexcept {
  const std::size_t n = ring.degree();
  for_each_limb(ring, out, k, a,
                [n](const auto& arithmetic, const auto& scalar, auto* to, const auto* from) {
                  arithmetic.scale(to, from, scalar, n);
                });
}

void add_integer_multiple(const DynamicRing& ring, const Rows& out, std::int64_t k,
                          const ConstRows& a) noexcept {
  const std::size_t n = ring.degree();
  for_each_limb(ring, out, k, a,
                [n](const auto& arithmetic, const auto& scalar, auto* to, const auto* from) {
                  arithmetic.scale_add(to, from, to, scalar, n);
                });
}

}  // namespace lath::he
