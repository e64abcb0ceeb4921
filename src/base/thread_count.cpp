// SPDX-License-Identifier: Apache-2.0
#include "base/thread_count.hpp"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/available_processors.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"
#include "lath/base/threads.hpp"

namespace lath {
namespace {

// Zero as long as nobody needed it, kWrong where the environment is wrong.
constinit std::atomic<std::size_t> count{0};
constexpr std::size_t kWrong = kMaxThreads + 1;

bool is_count(std::size_t number) noexcept { return number >= 1 && number <= kMaxThreads; }

std::size_t number_in(std::string_view text) noexcept {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && is_count(number) ? number : kWrong;
}

std::size_t first_count() noexcept {
  const char* text = std::getenv("LATH_THREADS");
  if (text != nullptr && *text != '\0') return number_in(text);
  return std::min(detail::available_processors(), kMaxThreads);
}

// The count, decided by the first who needs it.
std::size_t decided_count() noexcept {
  std::size_t found = count.load(std::memory_order_relaxed);
  if (found != 0) return found;
  const std::size_t mine = first_count();
  return count.compare_exchange_strong(found, mine, std::memory_order_relaxed) ? mine : found;
}

constexpr const char* kNeeded = "need a number from 1 to 1024";

}  // namespace

namespace detail {
std::size_t thread_count() noexcept {
  const std::size_t found = decided_count();
  return found == kWrong ? 1 : found;
}
}  // namespace detail

std::size_t threads() {
  const std::size_t found = decided_count();
  if (found != kWrong) {
#ifdef LATH_WITH_THREADS
    return found;
#else
    return 1;
#endif
  }
  const char* text = std::getenv("LATH_THREADS");
  throw Error(ErrorCode::invalid_argument,
              "LATH_THREADS=" + quote(text == nullptr ? "" : text) + " in the environment", kNeeded,
              "unset LATH_THREADS to use all processors of this process");
}

void set_threads(std::size_t number) {
  if (is_count(number)) return count.store(number, std::memory_order_relaxed);
  throw Error(ErrorCode::invalid_argument,
              (number > SIZE_MAX / 2 ? "-" + std::to_string(0 - number) : std::to_string(number)) +
                  " threads",
              kNeeded, "give 1 to compute on the calling thread alone");
}

}  // namespace lath
