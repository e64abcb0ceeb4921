// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <vector>

#include "lath/he/literal.hpp"

namespace lath::bench {

/// The processor time of this process in seconds.
double cpu_seconds();

/// The least milliseconds of up to 15 calls after a first one, as many as three seconds hold. A
/// call that takes longer is measured once, with whatever it makes at first.
template <class F>
double milliseconds(const F& f) {
  constexpr double kEnough = 3;
  double best = std::numeric_limits<double>::infinity(), all = 0;
  for (int i = 0; i < 16 && all < kEnough; ++i) {
    const double start = cpu_seconds();
    f();
    const double time = cpu_seconds() - start;
    all += time;
    if (i != 0 || time >= kEnough) best = std::min(best, time);
  }
  return 1e3 * best;
}

/// The largest memory that this process had, in bytes.
std::size_t peak_bytes();

/// Runs a row of a table in a process of its own, whose peak memory is the row's, and which may not
/// allocate much more than `most_bytes`. Prints a line with `name` where it needs more, or fails.
void in_process(const char* name, std::size_t most_bytes, const std::function<void()>& row);

/// A literal without plaintexts: so many primes of so many bits, special ones, and digits.
he::Literal literal_of(std::size_t degree, std::size_t primes, unsigned bits,
                       std::vector<unsigned> special_bits, unsigned digit_primes);

/// W, milliseconds of BFV's product at n = 8192 with primes of 3 x 50 + 50 bits and a word t. Times
/// over W / 0.6 are times of a quiet core with AVX-512.
double product_w();

}  // namespace lath::bench
