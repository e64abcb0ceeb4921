// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/dot_product_noise.hpp"

#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"

namespace lath::he {

NoiseBound dot_product_noise(const std::shared_ptr<const Context>& context,
                             std::span<const Ciphertext> a, std::span<const Ciphertext> b,
                             ProductNoise of_product) {
  require_terms(a.size(), b.size());
  const Modulus& t = context->t;
  const std::size_t level = a[0].level();
  const std::uint64_t factor = t.multiply(a[0].scale_factor(), b[0].scale_factor());
  NoiseBound noise = a[0].noise();
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (const Ciphertext* x : {&a[i], &b[i]}) {
      require_context(x->context(), context, "a factor");
      require_level(level, x->level());
    }
    require_scale_factor(factor, t.multiply(a[i].scale_factor(), b[i].scale_factor()));
    const NoiseBound term = of_product(*context, context->level(level), a[i].noise(), b[i].noise());
    noise = i == 0 ? term : noise + term;
  }
  require_decryptable(noise, "a product");
  return noise;
}

}  // namespace lath::he
