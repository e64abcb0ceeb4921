// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/noise.hpp"

#include <cmath>

#include "he/noise/noise_formulas.hpp"

namespace lath::he::bfv {

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  const double n = static_cast<double>(context.degree());
  // X = (t/Q)(c0 + c1 s) with parts that look uniform: |X(z)|^2 has the mean t^2 n/12 u(z).
  const double log2_x = log2_t(context) + std::log2(n / 12) / 2;
  // The second factor was rounded to R, where a word counts t/R.
  const LimbSet& r = static_cast<const BfvContext&>(context).r;
  const double log2_r = context.log2_product(r.prefix(level.q.size()));
  const NoiseBound rounded = rounding_noise(context, level, 2).scaled(level.log2_q - log2_r);
  // v_a v_b, where v_a(z) is at most its bound times sqrt(n).
  const NoiseBound both = b.scaled(a.log2_bound() + std::log2(n) / 2);
  return (a + b + rounded).times_secret().scaled(log2_x) + both + rounding_noise(context, level, 3);
}

}  // namespace lath::he::bfv
