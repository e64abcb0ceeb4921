// SPDX-License-Identifier: Apache-2.0
#include "lath/he/noise_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "he/noise/logarithms.hpp"
#include "he/noise/secret_powers.hpp"

namespace lath::he {
namespace {

template <class F>
NoiseBound::Deviations each(const F& f) noexcept {
  NoiseBound::Deviations result;
  for (std::size_t j = 0; j < result.size(); ++j) result[j] = f(j);
  return result;
}

}  // namespace

NoiseBound::NoiseBound(double log2_deviation, std::size_t degree, BoundOrigin origin) noexcept
    : log2_deviations_(each(
          [&](std::size_t j) { return log2_deviation + log2_mean_secret_power(degree, j) / 2; })),
      degree_(degree),
      origin_(origin) {}

NoiseBound NoiseBound::combined(const NoiseBound& a, const NoiseBound& b,
                                double (*sum)(double, double) noexcept) noexcept {
  return {each([&](std::size_t j) { return sum(a.log2_deviations_[j], b.log2_deviations_[j]); }),
          a.degree_, join(a.origin_, b.origin_)};
}

double NoiseBound::log2_bound() const noexcept {
  // Each of n coefficients exceeds x deviations with probability 2 exp(-x^2/2) at most.
  constexpr double kFailureBits = 128;
  const double n = static_cast<double>(degree_);
  const double nats = (kFailureBits + 1) * std::numbers::ln2 + std::log(n);
  return log2_deviation() + std::log2(2 * nats) / 2;
}

NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept {
  return NoiseBound::combined(a, b, log2_sum);
}

NoiseBound independent_sum(const NoiseBound& a, const NoiseBound& b) noexcept {
  return NoiseBound::combined(a, b, log2_root_sum);
}

NoiseBound NoiseBound::scaled(double log2_factor) const noexcept {
  return {each([&](std::size_t j) { return log2_deviations_[j] + log2_factor; }), degree_, origin_};
}

NoiseBound NoiseBound::times_secret() const noexcept {
  NoiseBound result = *this;
  std::ranges::rotate(result.log2_deviations_, result.log2_deviations_.begin() + 1);
  result.log2_deviations_.back() =
      log2_deviations_.back() + std::log2(1 + largest_secret_norm(degree_)) / 2;
  return result;
}

}  // namespace lath::he
