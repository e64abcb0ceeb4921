// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "lath/base/error.hpp"

namespace lath {

/// How long work reports its progress and how it is cancelled. A function that takes such an object
/// says in which steps it counts.
struct Work {
  /// Called from time to time, in the caller's thread, with the number of steps done so far. The
  /// numbers never decrease; the last one counts all steps. An exception passes through.
  std::function<void(std::uint64_t)> progress;
  /// After a stop request the work throws cancelled.
  std::stop_token cancellation;

  ///@{
  /// For the work itself: throws cancelled after a stop request, and calls progress.
  void require_wanted() const {
    if (!cancellation.stop_requested()) return;
    throw Error(ErrorCode::cancelled, "the work was cancelled", "need to run to the end",
                "start again");
  }
  void report(std::uint64_t steps) const {
    if (progress) progress(steps);
  }
  ///@}
};

}  // namespace lath
