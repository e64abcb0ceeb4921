// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/noise.hpp"

#include <cmath>

#include "he/noise/embedding.hpp"

namespace lath::he::bfv {

NoiseBound fresh_noise(const Context& context) {
  // e u + e0 + e1 s, and at most 1 of rounding.
  return noise_of_words(context, context.levels.back(),
                        std::log2(encryption_variance(context) + 1) / 2);
}

NoiseBound with_plaintext(const Context& context, const Level& level, const NoiseBound& a) {
  return a + noise_of_words(context, level, 0);
}

NoiseBound product_noise(const BfvContext& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  const double n = static_cast<double>(context.degree());
  const double secret = largest_secret_norm(context.degree());
  // X = (t/Q)(c0 + c1 s) with parts that look uniform: |X(z)|^2 has the mean t^2 n/12 (1 +
  // |s(z)|^2).
  const double log2_x = log2_t(context) + std::log2(n / 12 * (1 + secret)) / 2;
  // The second factor was rounded to R.
  const double log2_r = context.log2_product(context.r.prefix(level.q.size()));
  const NoiseBound rounded(log2_rounding(context) + log2_t(context) - log2_r, context.degree());
  // v_a v_b, where v_a(z) is at most its bound times sqrt(n).
  const NoiseBound both = b.scaled(a.log2_bound() + std::log2(n) / 2);
  // The rounding of three parts: ||s^2||^2 is at most n max |s(z)|^2.
  const NoiseBound last = noise_of_words(context, level, std::log2((1 + n + n * secret) / 12) / 2);
  return (a + b + rounded).scaled(log2_x) + both + last;
}

}  // namespace lath::he::bfv
