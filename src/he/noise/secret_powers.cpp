// SPDX-License-Identifier: Apache-2.0
#include "he/noise/secret_powers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "he/noise/embedding.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"
#include "lath/he/noise_bound.hpp"

namespace lath::he {

double largest_secret_norm(std::size_t degree) noexcept {
  const auto n = static_cast<double>(degree);
  return 2 * n / 3 * (std::log(n) + 4);
}

double log2_mean_secret_power(std::size_t degree, std::size_t j) noexcept {
  const auto n = static_cast<double>(degree);
  const double log2_typical = std::log2(1 + 2 * n / 3);
  const double log2_largest = std::log2(1 + largest_secret_norm(degree));
  double log2_mean = 0, log2_expected = 1;
  for (std::size_t k = 1; k <= j; ++k) {
    log2_expected += std::log2(static_cast<double>(k)) + log2_typical;
    log2_mean = std::min(k == 1 ? std::log2(1 + n) : log2_expected, log2_mean + log2_largest);
  }
  return log2_mean;
}

bool has_bounded_powers(std::span<const std::int64_t> coefficients) {
  const std::size_t n = coefficients.size();
  Buffer<double, Secret> squares(n);
  squared_values_at_roots(squares.span(), coefficients);
  // Powers in units of 1 + 2n/3: the largest is below 2^32.
  const double unit = 1 / (1 + 2 * static_cast<double>(n) / 3);
  double largest = 0;
  std::array<double, NoiseBound::kProducts + 1> sums{};
  for (const double square : squares.span()) {
    largest = std::max(largest, square);
    const double u = (1 + square) * unit;
    double power = 1;
    for (double& sum : sums) {
      sum += power;
      power *= u;
    }
  }
  bool bounded = largest <= largest_secret_norm(n);
  for (std::size_t j = 0; j < sums.size(); ++j) {
    const double log2_unit = static_cast<double>(j) * std::log2(unit);
    const double most = std::exp2(log2_mean_secret_power(n, j) + log2_unit);
    bounded &= sums[j] <= most * static_cast<double>(n) * (1 + 0x1p-40);
  }
  return bounded;
}

}  // namespace lath::he
