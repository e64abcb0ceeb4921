// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/dot_product.hpp"

#include "he/access.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"

namespace lath::he {

SumOfProducts sum_of_products(const std::shared_ptr<const Context>& context,
                              std::span<const Ciphertext> a, std::span<const Ciphertext> b,
                              EvaluatorWorkspace* switching) {
  require_terms(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    require_context(Access::context(a[i]), context, "a factor");
    require_context(Access::context(b[i]), context, "a factor");
  }
  std::size_t lowest = a[0].level(), highest = lowest;
  KeyId key_id;
  for (const auto& factors : {a, b}) {
    for (const Ciphertext& x : factors) {
      lowest = common_level(lowest, x.level(), switching);
      highest = std::max(highest, x.level());
      key_id = require_one_key("a factor", x.key_id(), key_id);
    }
  }
  const auto term = [&](std::size_t i) -> ScaleAndNoise {
    const ScaleAndNoise x = scaled_at(*context, a[i], lowest);
    const ScaleAndNoise y = scaled_at(*context, b[i], lowest);
    return {context->plaintexts->product(x.factor, y.factor),
            context->noise.product(lowest, x.noise, y.noise)};
  };
  ScaleAndNoise sum = term(0);
  for (std::size_t i = 1; i < a.size(); ++i) {
    const ScaleAndNoise summand = term(i);
    require_scale_factor(i, summand.factor, sum.factor);
    sum.noise = sum.noise + summand.noise;
  }
  require_decryptable(sum.noise, "a product");
  reserve_switches(*context, highest, lowest, 2, switching);
  return {lowest, sum.factor, sum.noise, key_id};
}

Factors factors_at(const Context& context, const Ciphertext& a, const Ciphertext& b,
                   std::size_t level, EvaluatorWorkspace* switching) {
  const auto first = rows_at(context, a, level, switching, 0);
  const auto second = &a == &b ? first : rows_at(context, b, level, switching, 2);
  return {{first[0], first[1]}, {second[0], second[1]}};
}

}  // namespace lath::he
