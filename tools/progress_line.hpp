// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "lath/io/stream.hpp"

namespace lath::tool {

/// A line on standard error that says how far long work is: bytes, percent, rate. Shown only on a
/// terminal and only after a second; gone when it is destroyed.
class ProgressLine {
 public:
  ProgressLine(std::string verb, std::optional<std::uint64_t> total);
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  /// Work that reports to this line, which outlives it.
  [[nodiscard]] io::Work work();

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::uint64_t done);

  std::string verb_;
  std::optional<std::uint64_t> total_;
  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now(), next_;
};

}  // namespace lath::tool
