// SPDX-License-Identifier: Apache-2.0
#include "lath/he/noise_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "he/noise/embedding.hpp"
#include "he/noise/logarithms.hpp"

namespace lath::he {
namespace {

// The logarithm of c', for degree n: each of n coefficients exceeds x deviations with probability 2
// exp(-x^2/2).
double log2_tail(std::size_t degree) noexcept {
  constexpr double kFailureBits = 128;
  const double nats =
      (kFailureBits + 1) * std::numbers::ln2 + std::log(static_cast<double>(degree));
  return std::log2(2 * nats) / 2;
}

// The square of the largest of n values, where values at a root have the mean square 1 but for the
// secret key, whose own is larger at some roots.
double squared_largest(std::size_t degree) noexcept {
  // The last summand is for products of two Gaussian values, as in e u.
  constexpr double kProducts = 24;
  const auto n = static_cast<double>(degree);
  return (1 + largest_secret_norm(degree)) / (1 + n) *
         (std::log(n) + 128 * std::numbers::ln2 + kProducts);
}

// The mean of the fourth powers, where all that is improbable happens at one pair of roots.
double fourth_moment(std::size_t degree) noexcept {
  constexpr double kOthers = 4;
  const double square = squared_largest(degree);
  return std::min(square, kOthers + 2 * square / static_cast<double>(degree) * square);
}

}  // namespace

NoiseBound::NoiseBound(double log2_deviation, std::size_t degree, BoundOrigin origin) noexcept
    : log2_deviation_(log2_deviation),
      log2_fourth_(log2_deviation + std::log2(fourth_moment(degree)) / 4),
      log2_largest_(log2_deviation + std::log2(squared_largest(degree)) / 2),
      degree_(degree),
      origin_(origin) {}

double NoiseBound::log2_bound() const noexcept { return log2_deviation_ + log2_tail(degree_); }

double NoiseBound::log2_largest_value(double mean_square_value) const noexcept {
  return log2_largest_ + std::log2(mean_square_value) / 2;
}

NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept {
  NoiseBound result = a;
  result.log2_deviation_ = log2_sum(a.log2_deviation_, b.log2_deviation_);
  result.log2_fourth_ = log2_sum(a.log2_fourth_, b.log2_fourth_);
  result.log2_largest_ = log2_sum(a.log2_largest_, b.log2_largest_);
  result.origin_ = join(a.origin_, b.origin_);
  return result;
}

// Deviations by the largest values of one factor, or by the inequality of Cauchy and Schwarz for
// squares. No coefficient is more than the product of the root sums of squares, n d_a d_b; these
// are below 0.92 of what deviations say, since |s|^2 and |u|^2 count n.
NoiseBound NoiseBound::times(const NoiseBound& b, double mean_square_value) const noexcept {
  constexpr double kOfDeviations = 0.85;
  const double log2_n = std::log2(static_cast<double>(degree_));
  const double log2_value = std::log2(mean_square_value) / 2;
  const double of_squares = log2_n / 2 + log2_fourth_ + b.log2_fourth_;
  const double of_values =
      log2_value + std::min(log2_largest_ + b.log2_deviation_, log2_deviation_ + b.log2_largest_);
  const double of_coefficients =
      log2_n + std::log2(kOfDeviations) + log2_deviation_ + b.log2_deviation_ - log2_tail(degree_);
  NoiseBound result = *this;
  result.log2_deviation_ = std::max(std::min(of_squares, of_values), of_coefficients);
  result.log2_fourth_ =
      log2_value + std::min(log2_largest_ + b.log2_fourth_, log2_fourth_ + b.log2_largest_);
  result.log2_largest_ = log2_value + log2_largest_ + b.log2_largest_;
  result.origin_ = join(origin_, b.origin_);
  return result;
}

}  // namespace lath::he
