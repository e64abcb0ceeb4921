// SPDX-License-Identifier: Apache-2.0
#include "he/noise/noise_formulas.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "he/encryption/errors.hpp"
#include "he/noise/embedding.hpp"
#include "he/noise/logarithms.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

double log2_t(const Context& context) { return std::log2(static_cast<double>(context.t.value())); }

NoiseBound noise_of_words(const Context& context, const Level& level, double log2_deviation) {
  return {log2_deviation + log2_t(context) - level.log2_q, context.degree()};
}

double log2_uniform(const Context& context) {
  return (std::log2(context.geometry.terms) - std::log2(3.0)) / 2;
}

double log2_rounding(const Context& context, std::size_t parts) {
  // ||s^2||^2 is at most n max |s(z)|^2.
  const double n = static_cast<double>(context.degree());
  const double square = parts == 3 ? n * largest_secret_norm(context.degree()) : 0;
  return std::log2(context.geometry.rounding_expansion() * (1 + n + square) / 12) / 2;
}

double largest_value(const Context& context) {
  const double n = static_cast<double>(context.degree());
  return std::sqrt(context.geometry.mean_square_value() * (std::log(n) + 128 * std::numbers::ln2));
}

double encryption_variance(const Context& context) {
  return error_variance(context) * (2 * static_cast<double>(context.degree()) + 1);
}

NoiseBound message_noise(const Context& context, const Level& level) {
  // Coefficients of at most t/2 in BGV, 1/2 times t in BFV. At a root z of x^n + 1, the sum of m_i
  // z^i is largest if all m_i are t/2 with the signs of cos(i pi/n + a): at most t/2 / sin(pi/2n),
  // about t n/pi. In other rings it is at most t n/2, and values have the mean square M n t^2/4.
  const double n = static_cast<double>(context.degree());
  const double sum = context.powerful ? n / 2 : 0.5 / std::sin(std::numbers::pi / (2 * n));
  const double mean = 0.5 * std::sqrt(context.geometry.terms);
  return noise_of_words(context, level, std::log2(std::max(mean, sum / largest_value(context))));
}

NoiseBound zero_noise(const Context& context, const Level& level) {
  const double log2_errors = std::log2(encryption_variance(context)) / 2;
  return noise_of_words(context, level, log2_errors);
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
  return a + noise_of_words(context, level, log2_root_sum(log2_errors, log2_rounding(context, 2)));
}

NoiseBound lowered_noise(const Context& context, const Level& to, const NoiseBound& a,
                         std::size_t parts) {
  return a + noise_of_words(context, to, log2_rounding(context, parts));
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
