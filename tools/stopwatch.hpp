// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <limits>

namespace lath::tool {

/// Microseconds per call of `action`: the best of five runs of about four milliseconds each.
template <class Action>
[[nodiscard]] double microseconds(Action action) {
  using Clock = std::chrono::steady_clock;
  constexpr double kRun = 4000;
  double best = std::numeric_limits<double>::max();
  std::size_t calls = 1;
  for (int runs = 0; runs < 5;) {
    const auto start = Clock::now();
    for (std::size_t i = 0; i < calls; ++i) action();
    const double spent = std::chrono::duration<double, std::micro>(Clock::now() - start).count();
    if (spent < kRun) {
      calls = std::max(calls + 1, static_cast<std::size_t>(1.2 * static_cast<double>(calls) *
                                                           std::min(kRun / (spent + 0.01), 100.0)));
      continue;
    }
    best = std::min(best, spent / static_cast<double>(calls));
    ++runs;
  }
  return best;
}

}  // namespace lath::tool
