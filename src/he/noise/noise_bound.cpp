// SPDX-License-Identifier: Apache-2.0
#include "lath/he/noise_bound.hpp"

#include <cmath>
#include <numbers>

#include "he/noise/logarithms.hpp"

namespace lath::he {

double NoiseBound::log2_bound() const noexcept {
  // Each of n coefficients exceeds x deviations with probability 2 exp(-x^2/2) at most.
  constexpr double kFailureBits = 128;
  const double n = static_cast<double>(degree_);
  const double nats = (kFailureBits + 1) * std::numbers::ln2 + std::log(n);
  return log2_deviation_ + std::log2(2 * nats) / 2;
}

NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept {
  return {log2_sum(a.log2_deviation_, b.log2_deviation_), a.degree_, join(a.origin_, b.origin_)};
}

}  // namespace lath::he
