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

// The square of the largest of all values, where their mean square is 1: values of e u are products
// of two Gaussian ones, and values of e s are larger where the secret key is.
double squared_largest(std::size_t degree) noexcept {
  constexpr std::size_t kLarge = std::size_t{1} << 17;
  const double largest = degree <= kLarge ? 32 : 34;
  return largest * largest;
}

// The mean of the fourth powers, where all that is improbable happens at one pair of roots.
double fourth_moment(std::size_t degree) noexcept {
  constexpr double kOthers = 4;
  const double largest = squared_largest(degree);
  return std::min(largest, kOthers + 2 * largest / static_cast<double>(degree) * largest);
}

// The mean square of the values of one noise, in units of its deviation's: deviations count |s|^2
// and |u|^2 as n, half more than they are, and all that is improbable may happen at one pair of
// roots.
double largest_mean_square(std::size_t degree) noexcept {
  constexpr double kOfDeviations = 0.85, kOfOtherRoots = 0.75;
  const double of_one_pair = 2 * squared_largest(degree) / static_cast<double>(degree);
  return std::max(kOfDeviations, kOfOtherRoots + of_one_pair);
}

// More than ln(x!), for x >= 1 (Stirling).
double log_factorial(double x) noexcept {
  return x * std::log(x) - x + std::log(2 * std::numbers::pi * x) / 2 + 1 / (12 * x);
}

// log2 of the value that a product of exponentially distributed numbers with mean 1 exceeds with
// probability 2^-127: one number to the power `same`, and `others` more (H. Chernoff, with
// E x^k = k!).
double log2_rare_product(double same, double others) noexcept {
  constexpr double kNats = 127 * std::numbers::ln2;
  const auto root = [](double x) { return (std::log(2 * std::numbers::pi * x) - 1) / 2; };
  // Near the best k; every k gives a bound.
  const double first = std::max(1.0, kNats / (same + others));
  const double k =
      std::max(1.0, (kNats + others * root(first) + root(same * first)) / (same + others));
  return (others * log_factorial(k) + log_factorial(same * k) + kNats) / k / std::numbers::ln2;
}

}  // namespace

NoiseBound::NoiseBound(double log2_deviation, std::size_t degree, BoundOrigin origin) noexcept
    : log2_deviation_(log2_deviation),
      log2_gaussian_(log2_deviation),
      log2_fourth_(log2_deviation + std::log2(fourth_moment(degree)) / 4),
      log2_largest_(log2_deviation + std::log2(squared_largest(degree)) / 2),
      degree_(degree),
      origin_(origin) {}

// The value at the pair of roots where the secret key is largest, as a coefficient: in units of n
// times the variance it has a square of `key` times an exponential number for the first noise, and
// one for each part. With k odd primes in the index, a coefficient may be 2^k/n times the value.
double NoiseBound::log2_bounding_deviation() const noexcept {
  if (depth_ == 0) return log2_gaussian_;
  const auto n = static_cast<double>(degree_);
  const double same = 1 + reuses_, others = depth_ - reuses_,
               key = largest_secret_norm(degree_) / n;
  const double log2_square = log2_rare_product(same, others) + std::log2(2 * key / n) + odd_primes_;
  return log2_gaussian_ + log2_sum(0, log2_square - 2 * log2_tail(degree_)) / 2;
}

double NoiseBound::log2_stated_deviation() const noexcept {
  return std::max(log2_deviation_, log2_bounding_deviation());
}

double NoiseBound::log2_bound() const noexcept {
  return log2_bounding_deviation() + log2_tail(degree_);
}

double NoiseBound::log2_largest_value(double mean_square_value) const noexcept {
  return log2_largest_ + std::log2(mean_square_value) / 2;
}

NoiseBound NoiseBound::plus(const NoiseBound& errors) const noexcept {
  NoiseBound result = *this;
  result.log2_deviation_ = log2_sum(log2_deviation_, errors.log2_deviation_);
  result.log2_gaussian_ = log2_sum(log2_gaussian_, errors.log2_gaussian_);
  result.log2_fourth_ = log2_sum(log2_fourth_, errors.log2_fourth_);
  result.log2_largest_ = log2_sum(log2_largest_, errors.log2_largest_);
  return result;
}

NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept {
  NoiseBound result = a.plus(b);
  result.origin_ = join(a.origin_, b.origin_);
  result.depth_ = std::max(a.depth_, b.depth_);
  result.reuses_ = std::max(a.reuses_, b.reuses_);
  result.odd_primes_ = std::max(a.odd_primes_, b.odd_primes_);
  result.oldest_part_ = std::min(a.oldest_part_, b.oldest_part_);
  return result;
}

// Parts that the noise of a factor was multiplied by are older than parts that were made at the
// depth of the factor.
NoiseBound NoiseBound::of_product(const NoiseBound& a, const NoiseBound& b,
                                  std::size_t odd_primes) const noexcept {
  const auto reuses = [](const NoiseBound& noise, const NoiseBound& parts) {
    return static_cast<std::uint16_t>(noise.reuses_ + (parts.oldest_part_ < noise.depth_ ? 1 : 0));
  };
  NoiseBound result = *this;
  result.depth_ = static_cast<std::uint16_t>(std::max(a.depth_, b.depth_) + 1);
  result.reuses_ = std::max(reuses(a, b), reuses(b, a));
  result.oldest_part_ = 0;
  result.odd_primes_ = static_cast<std::uint16_t>(odd_primes);
  result.origin_ = join(a.origin_, b.origin_);
  return result;
}

// Deviations by the largest values of one factor, or by the inequality of Cauchy and Schwarz for
// squares. The same inequality bounds coefficients: none is more than the product of the root sums
// of squares.
NoiseBound NoiseBound::times(const NoiseBound& b, double mean_square_value) const noexcept {
  const double log2_value = std::log2(mean_square_value) / 2;
  const double log2_squares =
      std::log2(static_cast<double>(degree_)) + std::log2(largest_mean_square(degree_));
  NoiseBound result = *this;
  result.log2_deviation_ =
      log2_value + std::min({log2_fourth_ + b.log2_fourth_, log2_largest_ + b.log2_deviation_,
                             log2_deviation_ + b.log2_largest_});
  result.log2_gaussian_ = log2_squares + log2_deviation_ + b.log2_deviation_ - log2_tail(degree_);
  result.log2_fourth_ =
      log2_value + std::min(log2_largest_ + b.log2_fourth_, log2_fourth_ + b.log2_largest_);
  result.log2_largest_ = log2_value + log2_largest_ + b.log2_largest_;
  result.origin_ = join(origin_, b.origin_);
  return result;
}

}  // namespace lath::he
