// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/row_products.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/ring/engine.hpp"

namespace lath {

/// The product of two ciphertexts. It takes its factors, which row(factor, part) transforms, while
/// they are in the caches.
template <class RowOf>
void multiply_chain(const NttPlan<std::uint64_t>& plan, const RowProducts::Triple& c, RowForm form,
                    const RowOf& row, const Engine::TensorFactor& x,
                    const Engine::TensorFactor& y) noexcept {
  using Pair = FactorPair<std::uint64_t>;
  const FactorForm first = form == RowForm::values ? FactorForm::values : FactorForm::factors;
  const Pair low[] = {{row(x, 0), row(y, 0)}};
  plan.inverse_products(c[0], low, first);
  const Pair high[] = {{row(x, 1), row(y, 1)}};
  plan.inverse_products(c[2], high, first);
  const Pair middle[] = {{high[0].x, low[0].y}, {low[0].x, high[0].y}};
  plan.inverse_products(c[1], middle, first);
}

}  // namespace lath
