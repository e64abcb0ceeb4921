// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/context.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {

/// x s + y modulo the primes of a level, as values; s may have more primes.
[[nodiscard]] Poly<DynamicRing, Eval, Secret> secret_product(
    const Context& context, const Level& level, const ConstRows& x,
    const Poly<DynamicRing, Eval, Secret>& s, const ConstRows& y);

}  // namespace lath::he
