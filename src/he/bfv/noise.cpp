// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/noise.hpp"

#include <cmath>

#include "he/noise/embedding.hpp"
#include "he/noise/noise_formulas.hpp"

namespace lath::he::bfv {

namespace {

// Of the second factor, rounded to R, where the first one has not been multiplied in.
NoiseBound rounded_to(const Context& context, const Level& level, const Auxiliary& auxiliary) {
  const double log2_rounded = log2_rounding(context, 2, level.log2_q);
  return {log2_rounded + log2_t(context) - auxiliary.log2_r, context.degree()};
}

}  // namespace

const Auxiliary& auxiliary_for(const Context& context, const Level& level, const NoiseBound& a,
                               const NoiseBound& b) {
  constexpr double kShare = 5;
  const double most = (a + b).log2_deviation() - kShare;
  const auto& all = static_cast<const BfvContext&>(context).bfv_level(level.q.size()).auxiliaries;
  for (const Auxiliary& auxiliary : all) {
    if (rounded_to(context, level, auxiliary).log2_deviation() <= most) return auxiliary;
  }
  return all.back();
}

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  const double n = static_cast<double>(context.degree());
  const double chosen = largest_chosen_value(context);
  // X = (t/Q)(c0 + c1 s), where c1 looks uniform: |X(z)|^2 has the mean t^2 (|x0(z)|^2 + n/12
  // |s(z)|^2). Whoever adds plaintexts chooses x0, from -1/2 to 1/2.
  const double square = chosen * chosen + n / 12 * largest_secret_norm(context.degree());
  const double log2_x = log2_t(context) + std::log2(square) / 2;
  const auto odd_primes = static_cast<std::size_t>(std::log2(context.geometry.terms));
  const NoiseBound rounded = rounded_to(context, level, auxiliary_for(context, level, a, b));
  const NoiseBound both = b.scaled(a.log2_largest_value(context.geometry.mean_square_value()));
  const NoiseBound last = noise_of_words(context, level, log2_rounding(context, 3, level.log2_q));
  return ((a + b + rounded).scaled(log2_x) + both + last).of_product(a, b, odd_primes);
}

}  // namespace lath::he::bfv
