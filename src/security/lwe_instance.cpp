// SPDX-License-Identifier: Apache-2.0
#include "lath/security/lwe_instance.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>

#include "lath/base/error.hpp"

namespace lath {
namespace {

// From this deviation on sums over integers are integrals, within a factor of 1 +- 2^-10.
constexpr double kWide = 16;

void require_of_distribution(bool good, const std::string& found, const char* needed) {
  if (good) return;
  throw Error(ErrorCode::invalid_argument, found, needed, "choose the distribution of the scheme");
}

}  // namespace

SmallDistribution SmallDistribution::uniform(std::int64_t least, std::int64_t greatest) {
  constexpr std::int64_t kEnd = std::int64_t{1} << 62;
  require_of_distribution(
      least < greatest && least > -kEnd && greatest < kEnd,
      "uniform integers from " + std::to_string(least) + " to " + std::to_string(greatest),
      "need several integers within 2^62");
  const double count = static_cast<double>(greatest - least) + 1;
  return {Kind::uniform, count, std::sqrt((count * count - 1) / 12)};
}

SmallDistribution SmallDistribution::ternary() { return uniform(-1, 1); }

SmallDistribution SmallDistribution::centered_binomial(unsigned eta) {
  require_of_distribution(eta >= 1, "binomial noise of no bits", "need at least one");
  return {Kind::centered_binomial, static_cast<double>(eta), std::sqrt(eta / 2.0)};
}

SmallDistribution SmallDistribution::discrete_gaussian(double sigma) {
  require_of_distribution(sigma >= 0.3 && sigma <= 0x1p1000,
                          "Gaussian noise of standard deviation " + std::to_string(sigma),
                          "need 0.3 to 2^1000");
  return {Kind::discrete_gaussian, sigma, sigma};
}

double SmallDistribution::log2_guesses() const {
  if (kind_ == Kind::uniform) return std::log2(parameter_);
  if (standard_deviation_ >= kWide) {
    return std::log2(2 * std::sqrt(2 * std::numbers::pi)) + std::log2(standard_deviation_);
  }
  double sum = 1, roots = 1;  // of the probabilities over the probability of 0
  double probability = 1;
  for (int x = 1; probability > 0; ++x) {
    probability = kind_ == Kind::centered_binomial
                      ? probability * std::max(0.0, parameter_ + 1 - x) / (parameter_ + x)
                      : std::exp(-0.5 * (x / parameter_) * (x / parameter_));
    sum += 2 * probability;
    roots += 2 * std::sqrt(probability);
  }
  return 2 * std::log2(roots) - std::log2(sum);
}

double SmallDistribution::bias(double log2_modulus) const {
  const double angle = std::numbers::pi * std::exp2(-log2_modulus);  // pi / q
  if (kind_ == Kind::centered_binomial) return std::pow(std::abs(std::cos(angle)), 2 * parameter_);
  // pi n / q, or pi sigma / q.
  const double turn = std::numbers::pi * std::exp2(std::log2(parameter_) - log2_modulus);
  if (turn < 0x1p-30) return 1;
  if (kind_ == Kind::uniform) {
    // Where q is large, n sin(pi / q) is pi n / q.
    const double denominator = log2_modulus > 50 ? turn : parameter_ * std::sin(angle);
    return std::abs(std::sin(turn) / denominator);
  }
  if (standard_deviation_ >= kWide) return std::exp(-2 * turn * turn);
  double sum = 1, cosines = 1, probability = 1;
  for (int x = 1; probability > 0; ++x) {
    probability = std::exp(-0.5 * (x / parameter_) * (x / parameter_));
    sum += 2 * probability;
    cosines += 2 * probability * std::cos(2 * angle * x);
  }
  return std::abs(cosines / sum);
}

}  // namespace lath
