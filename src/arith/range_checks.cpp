// SPDX-License-Identifier: Apache-2.0
#ifndef LATH_CHECKING
#define LATH_CHECKING  // for tools that look at this file without compiling it
#endif
#include "arith/range_checks.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace lath::detail {

void fail_out_of_range(const std::string& message) noexcept {
  std::fprintf(stderr, "lath: out of range: %s\n", message.c_str());
  std::abort();
}

template <ResidueWord Word>
void check_words(const char* which, const Word* words, std::size_t count,
                 std::uint64_t bound) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (words[i] < bound) continue;
    fail_out_of_range("word " + std::to_string(i) + " of " + which + " is " +
                      std::to_string(words[i]) + ", not below " + std::to_string(bound));
  }
}

template void check_words(const char*, const std::uint16_t*, std::size_t, std::uint64_t) noexcept;
template void check_words(const char*, const std::uint32_t*, std::size_t, std::uint64_t) noexcept;
template void check_words(const char*, const std::uint64_t*, std::size_t, std::uint64_t) noexcept;

void check_whole_groups(std::size_t first, std::size_t count, std::size_t group) noexcept {
  if (first % group == 0 && count % group == 0) return;
  fail_out_of_range(std::to_string(count) + " words from word " + std::to_string(first) +
                    " on are no multiples of the " + std::to_string(group) +
                    " words that products of blocks take together");
}

void check_working_values(const double* values, std::size_t count, double p,
                          double bound) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double magnitude = std::fabs(values[i]);
    // Below 2^53, so that the conversion is exact for integers.
    if (!(magnitude <= bound * p) ||
        values[i] != static_cast<double>(static_cast<std::int64_t>(values[i])) ||
        (values[i] == 0 && std::signbit(values[i]))) {
      fail_out_of_range("a working value of f64 is " + std::to_string(values[i]) +
                        ", not an integer up to " + std::to_string(bound) +
                        " times p = " + std::to_string(p));
    }
    double seen = largest_seen.load(std::memory_order_relaxed);
    while (magnitude > seen * p && !largest_seen.compare_exchange_weak(seen, magnitude / p)) {
    }
  }
}

void check_working_words(const std::int64_t* values, std::size_t count, std::int64_t least,
                         std::int64_t end) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (least <= values[i] && values[i] < end) continue;
    fail_out_of_range("a working value is " + std::to_string(values[i]) + ", not in [" +
                      std::to_string(least) + ", " + std::to_string(end) + ")");
  }
}

}  // namespace lath::detail
