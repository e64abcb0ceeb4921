// SPDX-License-Identifier: Apache-2.0
//
// Sums of numbers that are given by their logarithms: noise and moduli are far beyond the range of
// double precision.
#pragma once

#include <algorithm>
#include <cmath>

namespace lath::he {

/// log2(2^a + 2^b).
inline double log2_sum(double a, double b) noexcept {
  return std::max(a, b) + std::log2(1 + std::exp2(-std::abs(a - b)));
}
/// log2(sqrt(2^2a + 2^2b)): the deviation of a sum of independent numbers.
inline double log2_root_sum(double a, double b) noexcept { return log2_sum(2 * a, 2 * b) / 2; }

}  // namespace lath::he
