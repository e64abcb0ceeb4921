// SPDX-License-Identifier: Apache-2.0
#include "he/noise/noise_formulas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "he/noise/logarithms.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

double log2_t(const Context& context) { return std::log2(static_cast<double>(context.t.value())); }

NoiseBound noise_of_words(const Context& context, const Level& level, double log2_deviation) {
  return {log2_deviation + log2_t(context) - level.log2_q, context.degree()};
}

double log2_rounding(const Context& context) {
  return std::log2((1 + static_cast<double>(context.degree())) / 12) / 2;
}

double encryption_variance(const Context& context) {
  return kErrorEta / 2.0 * (2 * static_cast<double>(context.degree()) + 1);
}

NoiseBound times_plaintext(const NoiseBound& a, double squared_norm) {
  return a.scaled(std::log2(std::max(squared_norm, 1.0)) / 2);
}

NoiseBound switched_noise(const Context& context, const Level& level, const NoiseBound& a) {
  // Digits of magnitude Q_d / 2 times errors, divided by P.
  double log2_digits = -std::numeric_limits<double>::infinity();
  for (const LimbSet& digit : level.digits) {
    log2_digits = log2_root_sum(log2_digits, context.log2_product(digit));
  }
  const double n = static_cast<double>(context.degree()), variance = kErrorEta / 2.0;
  const double log2_errors = log2_digits + std::log2(n * variance / 12) / 2 - context.log2_p;
  return a + noise_of_words(context, level, log2_root_sum(log2_errors, log2_rounding(context)));
}

NoiseBound lowered_noise(const Context& context, const Level& to, const NoiseBound& a) {
  return a + noise_of_words(context, to, log2_rounding(context));
}

void require_decryptable(const NoiseBound& noise, const char* what) {
  constexpr double kRounding = 0x1p-20;
  if (noise.budget_bits() > kRounding) return;
  throw Error(ErrorCode::invalid_argument,
              std::string(what) + " with a noise of up to 2^" + std::to_string(noise.log2_bound()) +
                  ", for a failure probability of 2^-128",
              "need less than 2^-1 for the right plaintext",
              "do fewer multiplications, or take parameters with a larger Q or a smaller t");
}

}  // namespace lath::he
