// SPDX-License-Identifier: Apache-2.0
#include "progress_line.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <utility>

namespace lath::tool {
namespace {

constexpr std::chrono::milliseconds kQuiet{1000}, kBetween{200};

std::string in_units(double bytes) {
  constexpr const char* kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 1000 && unit < std::size(kUnits) - 1) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.{}f} {}", bytes, unit == 0 ? 0 : 1, kUnits[unit]);
}

}  // namespace

ProgressLine::ProgressLine(std::string verb, std::optional<std::uint64_t> total)
    : verb_(std::move(verb)),
      total_(total),
      on_terminal_(isatty(STDERR_FILENO) == 1),
      next_(start_ + kQuiet) {}

ProgressLine::~ProgressLine() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
}

io::Work ProgressLine::work() {
  io::Work work;
  if (on_terminal_) work.progress = [this](std::uint64_t done) { show(done); };
  return work;
}

void ProgressLine::show(std::uint64_t done) {
  const auto now = Clock::now();
  if (now < next_) return;
  next_ = now + kBetween;
  shown_ = true;
  const auto bytes = static_cast<double>(done);
  const double seconds = std::chrono::duration<double>(now - start_).count();
  std::string line = fmt::format("\r{} {}", verb_, in_units(bytes));
  if (total_ && *total_ != 0) {
    line += fmt::format(" of {} ({:.0f} %)", in_units(static_cast<double>(*total_)),
                        100 * bytes / static_cast<double>(*total_));
  }
  line += fmt::format(", {}/s\033[K", in_units(bytes / seconds));
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace lath::tool
