// SPDX-License-Identifier: Apache-2.0
#include "he/secret_product.hpp"

#include <array>

namespace lath::he {

Poly<DynamicRing, Eval, Secret> secret_product(const Context& context, const Level& level,
                                               const ConstRows& x,
                                               const Poly<DynamicRing, Eval, Secret>& s,
                                               const ConstRows& y) {
  Poly<DynamicRing, Eval, Secret> result(level.ring);
  const std::array<ConstRows, 3> operands{x, rows_of(s).only(level.q), y};
  context.engine->apply(Operation::multiply_add, rows_of(result), operands);
  return result;
}

}  // namespace lath::he
