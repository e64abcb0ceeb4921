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

double largest_chosen_value(const Context& context) {
  // At a root z of x^n + 1, the sum of d_i z^i is largest if all d_i are 1/2 with the signs of
  // cos(i pi/n + a): at most 1/2 / sin(pi/2n), about n/pi. In other rings it is at most n/2.
  const double n = static_cast<double>(context.degree());
  return context.powerful ? n / 2 : 0.5 / std::sin(std::numbers::pi / (2 * n));
}

double chosen_deviation(const Context& context) {
  // The root of the sum of the squares of all coefficients is at most sqrt(n)/2. No coefficient of
  // a product with p exceeds max |p(z)| times that.
  const double n = static_cast<double>(context.degree());
  return std::sqrt(context.geometry.terms) *
         std::max(0.5, std::sqrt(n) / 2 / std::exp2(NoiseBound(0, context.degree()).log2_bound()));
}

double residue_deviation(const Context& context, double log2_modulus) {
  if (log2_t(context) < log2_modulus) return std::sqrt(1.0 / 12);
  // A product with a plaintext may have any residues that somebody wants, as values too, which
  // count in BGV.
  const double any = std::sqrt(context.geometry.terms) / 2;
  if (context.scheme == Scheme::bfv) return any;
  return std::max(any,
                  largest_chosen_value(context) / std::sqrt(largest_secret_norm(context.degree())));
}

double log2_rounding(const Context& context, std::size_t parts, double log2_divisor) {
  // ||s^2||^2 is at most n max |s(z)|^2.
  const double n = static_cast<double>(context.degree());
  const double square = parts == 3 ? n * largest_secret_norm(context.degree()) : 0;
  const double with_key = std::sqrt(context.geometry.rounding_expansion() * (n + square));
  return std::log2(chosen_deviation(context) + residue_deviation(context, log2_divisor) * with_key);
}

double encryption_variance(const Context& context) {
  return error_variance(context) * (2 * static_cast<double>(context.degree()) + 1);
}

NoiseBound message_noise(const Context& context, const Level& level) {
  return noise_of_words(context, level, std::log2(chosen_deviation(context)));
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
  // Digits of magnitude Q_d / 2 at most times errors, divided by P.
  double log2_digits = -std::numeric_limits<double>::infinity();
  for (const LimbSet& digit : level.digits) {
    const double log2_digit = context.log2_product(digit);
    const double size = std::max(0.5, residue_deviation(context, log2_digit));
    log2_digits = log2_root_sum(log2_digits, log2_digit + std::log2(size));
  }
  const double n = static_cast<double>(context.degree()), variance = error_variance(context);
  const double log2_errors = log2_digits + std::log2(n * variance) / 2 - context.log2_p;
  const double log2_rounded = log2_rounding(context, 2, context.log2_p);
  return a.plus(noise_of_words(context, level, log2_root_sum(log2_errors, log2_rounded)))
      .with_new_parts();
}

NoiseBound lowered_noise(const Context& context, const Level& from, const NoiseBound& a,
                         std::size_t parts) {
  const Level& to = context.level(from.q.size() - 1);
  return a.plus(
      noise_of_words(context, to, log2_rounding(context, parts, from.log2_q - to.log2_q)));
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
