// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::detail {

/// The noise n of one coefficient in decryption: the sum of `products` products of two independent
/// values, and of one more value. The values are uniform in [-greatest, greatest], or centered
/// binomial: the sum of `greatest` bits less the sum of as many other bits.
struct NoiseSum {
  enum class Values { uniform, centered_binomial };
  Values values;
  std::uint64_t products;
  unsigned greatest;
};

/// Decryption fails if n >= upper or -n >= lower.
struct FailureThresholds {
  std::int64_t upper, lower;
};

/// The greatest n, products greatest^2 + greatest; ~0 if it does not fit in 63 bits.
std::uint64_t greatest_sum(const NoiseSum& noise) noexcept;

/// The probability of a failure, plus bounds of all errors of the computation, see
/// failure_probability(). Throws unsupported if n spreads over more than 2^17 integers.
double failure_by_convolution(const NoiseSum& noise, FailureThresholds at);

/// A weaker upper bound of the same probability, see failure_bound().
double failure_by_chernoff(const NoiseSum& noise, FailureThresholds at);

}  // namespace lath::detail
