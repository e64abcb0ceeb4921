// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lath::detail {

/// The number of threads that may share a loop while other processes want the processors, too. A
/// thread that the system takes from its processor in the middle of a call holds up the whole loop,
/// for longer than most loops take. So a loop that was held up halves the number for some time,
/// which doubles each time that the next attempt fails; after it the number doubles again. Times
/// are in nanoseconds.
class TeamSize {
 public:
  /// The number for a loop that begins now and has at most `most`.
  [[nodiscard]] std::size_t now(std::int64_t time, std::size_t most) noexcept {
    if (limit_ >= most || time < next_attempt_) return std::min(limit_, most);
    limit_ *= 2;
    return std::min(limit_, most);
  }
  /// Whether all threads may take part, so that it is worth to wait awake for the next loop.
  [[nodiscard]] bool whole(std::size_t most) const noexcept { return limit_ >= most; }

  /// Reports a loop of `threads` threads that took `time_taken`, of which its caller lost `lost`:
  /// not running, or waiting for other threads beyond the time of their last calls.
  void finished(std::int64_t time, std::size_t threads, std::int64_t time_taken,
                std::int64_t lost) noexcept {
    if (lost <= std::max(kLeastLoss, time_taken / 4)) {
      if (++in_time_ >= kEnoughInTime) pause_ = kShortestPause;
      return;
    }
    in_time_ = 0;
    limit_ = std::max<std::size_t>(threads / 2, 1);
    next_attempt_ = time + pause_;
    pause_ = std::min(2 * pause_, kLongestPause);
  }

 private:
  static constexpr std::int64_t kLeastLoss = 200'000, kShortestPause = 10'000'000,
                                kLongestPause = 1'000'000'000;
  static constexpr int kEnoughInTime = 100;

  std::size_t limit_ = std::size_t{1} << 16;
  std::int64_t next_attempt_ = 0, pause_ = kShortestPause;
  int in_time_ = 0;
};

}  // namespace lath::detail
