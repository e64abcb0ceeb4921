// SPDX-License-Identifier: Apache-2.0
#include "he/noise/noise_formulas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "he/encryption/errors.hpp"
#include "he/noise/logarithms.hpp"
#include "he/noise/secret_powers.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

double log2_t(const Context& context) { return std::log2(static_cast<double>(context.t.value())); }

NoiseBound noise_of_words(const Context& context, const Level& level, double log2_deviation) {
  return {log2_deviation + log2_t(context) - level.log2_q, context.degree()};
}

NoiseBound rounding_noise(const Context& context, const Level& level, std::size_t parts) {
  const NoiseBound two = noise_of_words(context, level, -std::log2(12.0) / 2).times_secret();
  // |s^2(z)|^2 is at most |s(z)|^2 times the largest |s(z)|^2.
  return parts == 2 ? two : two.scaled(std::log2(1 + largest_secret_norm(context.degree())) / 2);
}

double largest_value(const Context& context) {
  const double n = static_cast<double>(context.degree());
  return std::sqrt(n * (std::log(n) + 128 * std::numbers::ln2));
}

NoiseBound message_noise(const Context& context, const Level& level) {
  // Coefficients of at most t/2 in BGV, 1/2 times t in BFV. At a root z, the sum of m_i z^i is
  // largest if all m_i are t/2 with the signs of cos(i pi/n + a): at most t/2 / sin(pi/2n), about t
  // n/pi.
  const double n = static_cast<double>(context.degree());
  const double at_root = 0.5 / std::sin(std::numbers::pi / (2 * n)) / largest_value(context);
  return noise_of_words(context, level, std::log2(std::max(0.5, at_root)));
}

NoiseBound zero_noise(const Context& context, const Level& level) {
  // e u + e0 + e1 s, where u has at most n coefficients that are not zero.
  const double log2_norm = std::log2(static_cast<double>(context.degree())) / 2;
  const NoiseBound error = noise_of_words(context, level, std::log2(error_variance(context)) / 2);
  return independent_sum(error.scaled(log2_norm), error.times_secret());
}

NoiseBound fresh_noise(const Context& context) {
  const Level& level = context.levels.back();
  return zero_noise(context, level) + message_noise(context, level);
}

NoiseBound symmetric_noise(const Context& context) {
  const Level& level = context.levels.back();
  const double log2_error = std::log2(error_variance(context)) / 2;
  return noise_of_words(context, level, log2_error) + message_noise(context, level);
}

NoiseBound switched_noise(const Context& context, const Level& level, const NoiseBound& a) {
  // Digits of magnitude Q_d / 2 times errors, divided by P.
  double log2_digits = -std::numeric_limits<double>::infinity();
  for (const LimbSet& digit : level.digits) {
    log2_digits = log2_root_sum(log2_digits, context.log2_product(digit));
  }
  const double n = static_cast<double>(context.degree()), variance = error_variance(context);
  const double log2_errors = log2_digits + std::log2(n * variance / 12) / 2 - context.log2_p;
  return a + independent_sum(noise_of_words(context, level, log2_errors),
                             rounding_noise(context, level, 2));
}

NoiseBound lowered_noise(const Context& context, const Level& to, const NoiseBound& a,
                         std::size_t parts) {
  return a + rounding_noise(context, to, parts);
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
