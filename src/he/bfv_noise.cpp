// SPDX-License-Identifier: Apache-2.0
#include "he/bfv_noise.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "he/embedding.hpp"
#include "he/logarithms.hpp"
#include "lath/base/error.hpp"

namespace lath::he::bfv {
namespace {

double log2_t(const Context& context) { return std::log2(static_cast<double>(context.t.value())); }

// The deviation of a noise in units of words of c0 and c1.
NoiseBound in_plaintext_units(const Context& context, const Level& level, double log2_deviation) {
  return {log2_deviation + log2_t(context) - level.log2_q, context.degree()};
}

// d0 + d1 s, where coefficients of d0 and d1 are at most 1/2, variance 1/12, and s has at most n
// coefficients that are not zero.
double log2_rounding(const Context& context) {
  return std::log2((1 + static_cast<double>(context.degree())) / 12) / 2;
}

}  // namespace

NoiseBound fresh_noise(const Context& context) {
  // e u + e0 + e1 s, and at most 1 of rounding.
  const double n = static_cast<double>(context.degree()), variance = kErrorEta / 2.0;
  return in_plaintext_units(context, context.levels.back(),
                            std::log2(variance * (2 * n + 1) + 1) / 2);
}

NoiseBound with_plaintext(const Context& context, const Level& level, const NoiseBound& a) {
  return a + in_plaintext_units(context, level, 0);
}

NoiseBound times_plaintext(const NoiseBound& a, double squared_norm) {
  return a.scaled(std::log2(std::max(squared_norm, 1.0)) / 2);
}

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  const double n = static_cast<double>(context.degree());
  const double secret = largest_secret_norm(context.degree());
  // X = (t/Q)(c0 + c1 s) with parts that look uniform: |X(z)|^2 has the mean t^2 n/12 (1 +
  // |s(z)|^2).
  const double log2_x = log2_t(context) + std::log2(n / 12 * (1 + secret)) / 2;
  // The second factor was rounded to R.
  const double log2_r = context.log2_product(level.r);
  const NoiseBound rounded(log2_rounding(context) + log2_t(context) - log2_r, context.degree());
  // v_a v_b, where v_a(z) is at most its bound times sqrt(n).
  const NoiseBound both = b.scaled(a.log2_bound() + std::log2(n) / 2);
  // The rounding of three parts: ||s^2||^2 is at most n max |s(z)|^2.
  const NoiseBound last =
      in_plaintext_units(context, level, std::log2((1 + n + n * secret) / 12) / 2);
  return (a + b + rounded).scaled(log2_x) + both + last;
}

NoiseBound switched_noise(const Context& context, const Level& level, const NoiseBound& a) {
  // Digits of magnitude Q_d / 2 times errors, divided by P.
  double log2_digits = -std::numeric_limits<double>::infinity();
  for (const LimbSet& digit : level.digits) {
    log2_digits = log2_root_sum(log2_digits, context.log2_product(digit));
  }
  const double n = static_cast<double>(context.degree()), variance = kErrorEta / 2.0;
  const double log2_errors = log2_digits + std::log2(n * variance / 12) / 2 - context.log2_p;
  return a + in_plaintext_units(context, level, log2_root_sum(log2_errors, log2_rounding(context)));
}

NoiseBound lowered_noise(const Context& context, const Level& to, const NoiseBound& a) {
  return a + in_plaintext_units(context, to, log2_rounding(context));
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

}  // namespace lath::he::bfv
