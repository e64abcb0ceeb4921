// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/integer_multiples.hpp"

#include <cstddef>

#include "lath/ring/ring.hpp"

namespace lath::he {
namespace {

// Calls f(arithmetic, scalar k, words of out, words of a) for each limb.
template <class Form, class F>
void for_each_limb(Poly<DynamicRing, Form>& out, std::int64_t k, const Poly<DynamicRing, Form>& a,
                   const F& f) noexcept {
  const DynamicRing& ring = a.ring();
  for_each_row(ring.limbs(), ring.degree(), [&](std::size_t i) noexcept {
    const auto& arithmetic = ring.plan(i).arithmetic();
    f(arithmetic, arithmetic.scalar(ring.modulus(i).reduce_signed(k)), out.limb(i).data(),
      a.limb(i).data());
  });
}

}  // namespace

template <class Form>
void integer_multiple(Poly<DynamicRing, Form>& out, std::int64_t k,
                      const Poly<DynamicRing, Form>& a) noexcept {
  const std::size_t n = a.ring().degree();
  for_each_limb(out, k, a,
                [n](const auto& arithmetic, const auto& scalar, auto* to, const auto* from) {
                  arithmetic.scale(to, from, scalar, n);
                });
}

template <class Form>
void add_integer_multiple(Poly<DynamicRing, Form>& out, std::int64_t k,
                          const Poly<DynamicRing, Form>& a) noexcept {
  const std::size_t n = a.ring().degree();
  for_each_limb(out, k, a,
                [n](const auto& arithmetic, const auto& scalar, auto* to, const auto* from) {
                  arithmetic.scale_add(to, from, to, scalar, n);
                });
}

using OfCoefficients = Poly<DynamicRing, Coeff>;
using OfValues = Poly<DynamicRing, Eval>;
template void integer_multiple(OfCoefficients&, std::int64_t, const OfCoefficients&) noexcept;
template void integer_multiple(OfValues&, std::int64_t, const OfValues&) noexcept;
template void add_integer_multiple(OfCoefficients&, std::int64_t, const OfCoefficients&) noexcept;
template void add_integer_multiple(OfValues&, std::int64_t, const OfValues&) noexcept;

}  // namespace lath::he
