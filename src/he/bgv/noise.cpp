// SPDX-License-Identifier: Apache-2.0
#include "he/bgv/noise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lath::he::bgv {
namespace {

// c sqrt(n): the largest value at a root in units of the deviation, exceeded with probability
// 2^-129.
double largest_value(const Context& context) {
  const double n = static_cast<double>(context.degree());
  return std::sqrt(n * (std::log(n) + 128 * std::numbers::ln2));
}

}  // namespace

NoiseBound plaintext_noise(const Context& context, const Level& level) {
  // At a root z, the sum of m_i z^i is largest if all m_i are t/2 with the signs of cos(i pi/n +
  // a): at most t/2 / sin(pi/2n), about t n/pi.
  const double n = static_cast<double>(context.degree());
  const double at_root = 0.5 / std::sin(std::numbers::pi / (2 * n)) / largest_value(context);
  return noise_of_words(context, level, std::log2(std::max(0.5, at_root)));
}

NoiseBound fresh_noise(const Context& context) {
  const Level& level = context.levels.back();
  const double log2_errors = std::log2(encryption_variance(context)) / 2;
  return noise_of_words(context, level, log2_errors) + plaintext_noise(context, level);
}

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  return a.scaled(b.log2_deviation() + level.log2_q + std::log2(largest_value(context)));
}

}  // namespace lath::he::bgv
