// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/noise.hpp"

#include <cmath>

#include "he/noise/embedding.hpp"
#include "he/noise/noise_formulas.hpp"

namespace lath::he::bfv {

namespace {

// Of the second factor, rounded to R, where the first one has not been multiplied in.
NoiseBound rounded_to(const Context& context, const Auxiliary& auxiliary) {
  return {log2_rounding(context, 2) + log2_t(context) - auxiliary.log2_r, context.degree()};
}

}  // namespace

const Auxiliary& auxiliary_for(const Context& context, const Level& level, const NoiseBound& a,
                               const NoiseBound& b) {
  constexpr double kShare = 5;
  const double most = (a + b).log2_deviation() - kShare;
  const auto& all = static_cast<const BfvContext&>(context).bfv_level(level.q.size()).auxiliaries;
  for (const Auxiliary& auxiliary : all) {
    if (rounded_to(context, auxiliary).log2_deviation() <= most) return auxiliary;
  }
  return all.back();
}

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  const double n = static_cast<double>(context.degree());
  const double secret = largest_secret_norm(context.degree());
  // X = (t/Q)(c0 + c1 s) with parts that look uniform: |X(z)|^2 has the mean t^2 n/12 (1 +
  // |s(z)|^2).
  const double log2_x = log2_t(context) + std::log2(n / 12 * (1 + secret)) / 2;
  const NoiseBound rounded = rounded_to(context, auxiliary_for(context, level, a, b));
  // v_a v_b, where v_a(z) is at most its bound times sqrt(n) for x^n + 1.
  const NoiseBound both =
      b.scaled(a.log2_bound() + std::log2(context.geometry.mean_square_value()) / 2);
  const NoiseBound last = noise_of_words(context, level, log2_rounding(context, 3));
  return (a + b + rounded).scaled(log2_x) + both + last;
}

}  // namespace lath::he::bfv
