// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace lath::testing {

/// The outcome of a family of attacks.
struct Outcome {
  std::uint64_t steps = 0, circuits = 0;
  double least_slack = HUGE_VAL;  ///< bits from a noise to its bound
  std::uint64_t broken = 0;       ///< steps whose noise was above the bound
  std::uint64_t wrong = 0;        ///< circuits whose result decrypts wrongly

  void add(const Outcome& other) {
    steps += other.steps;
    circuits += other.circuits;
    broken += other.broken;
    wrong += other.wrong;
    least_slack = std::min(least_slack, other.least_slack);
  }
};

}  // namespace lath::testing
