// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::detail {

/// The noise that decryption meets in one coefficient: n, a sum of `products` products of two
/// independent values and of one more value, which are uniform in [-greatest, greatest] or sums of
/// `greatest` bits less as many others.
struct NoiseSum {
  enum class Values { uniform, centered_binomial };
  Values values;
  std::uint64_t products;
  unsigned greatest;
};

/// Decryption fails where n >= upper or -n >= lower.
struct FailureThresholds {
  std::int64_t upper, lower;
};

/// The greatest n, products greatest^2 + greatest; ~0 where it does not fit in 63 bits.
std::uint64_t greatest_sum(const NoiseSum& noise) noexcept;

/// The probability of a failure, with all errors added, see failure_probability(). Throws
/// unsupported where n spreads over more than 2^17 integers.
double failure_by_convolution(const NoiseSum& noise, FailureThresholds at);

/// The weaker bound of the same, see failure_bound().
double failure_by_chernoff(const NoiseSum& noise, FailureThresholds at);

}  // namespace lath::detail
