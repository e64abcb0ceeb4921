// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/noise.hpp"

#include <cmath>

#include "he/noise/embedding.hpp"
#include "he/noise/noise_formulas.hpp"

namespace lath::he::bfv {

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  const double n = static_cast<double>(context.degree());
  const double secret = largest_secret_norm(context.degree());
  // X = (t/Q)(c0 + c1 s) with parts that look uniform: |X(z)|^2 has the mean t^2 n/12 (1 +
  // |s(z)|^2).
  const double log2_x = log2_t(context) + std::log2(n / 12 * (1 + secret)) / 2;
  // The second factor was rounded to R.
  const LimbSet& r = static_cast<const BfvContext&>(context).r;
  const double log2_r = context.log2_product(r.prefix(level.q.size()));
  const NoiseBound rounded(log2_rounding(context, 2) + log2_t(context) - log2_r, context.degree());
  // v_a v_b, where v_a(z) is at most its bound times sqrt(n).
  const NoiseBound both = b.scaled(a.log2_bound() + std::log2(n) / 2);
  const NoiseBound last = noise_of_words(context, level, log2_rounding(context, 3));
  return (a + b + rounded).scaled(log2_x) + both + last;
}

}  // namespace lath::he::bfv
