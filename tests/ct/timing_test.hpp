// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/seeded_values.hpp"

/// Whether the time of an operation tells two kinds of inputs apart: the test of O. Reparaz,
/// J. Balasch and I. Verbauwhede, "Dude, is my code constant time?" (DATE 2017).
namespace lath::testing {

/// Ticks of the processor's clock that does not change its pace, or nanoseconds where there is
/// none.
inline std::uint64_t ticks() {
#if defined(__x86_64__)
  // What comes before is done, and what comes after has not begun.
  asm volatile("mfence\n\tlfence" ::: "memory");
  const std::uint64_t now = __builtin_ia32_rdtsc();
  asm volatile("lfence" ::: "memory");
  return now;
#else
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::nanoseconds(now).count());
#endif
}

/// Mean and variance of two classes, from one pass (B. Welford, Technometrics 4, 1962), and Welch's
/// t for the difference of their means.
class WelchTest {
 public:
  void add(unsigned which, double x) {
    Class& c = classes_[which];
    c.count += 1;
    const double before = x - c.mean;
    c.mean += before / c.count;
    c.squares += before * (x - c.mean);
  }
  /// Zero where there are too few to say anything.
  [[nodiscard]] double t() const {
    double variance = 0;
    for (const Class& c : classes_) {
      if (c.count < 100) return 0;
      variance += c.squares / (c.count - 1) / c.count;
    }
    return variance == 0 ? 0 : (classes_[0].mean - classes_[1].mean) / std::sqrt(variance);
  }

 private:
  struct Class {
    double count = 0, mean = 0, squares = 0;
  };
  std::array<Class, 2> classes_;
};

/// The largest |t| over all times, and over those below each of several percentiles: interrupts and
/// other processes make long times, which hide a small difference of the short ones.
class CroppedTests {
 public:
  /// The percentiles are those of `first`, which count no further.
  explicit CroppedTests(std::vector<std::uint64_t> first) {
    std::ranges::sort(first);
    limits_[0] = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 1; i < kTests; ++i) {
      // As the authors' program has them: 1 - 2^(-10 i / kTests).
      const double part = 1 - std::exp2(-10.0 * static_cast<double>(i) / kTests);
      limits_[i] = first[static_cast<std::size_t>(part * static_cast<double>(first.size() - 1))];
    }
  }

  void add(unsigned which, std::uint64_t time) {
    for (std::size_t i = 0; i < kTests; ++i) {
      if (time <= limits_[i]) tests_[i].add(which, static_cast<double>(time));
    }
  }
  [[nodiscard]] double greatest_t() const {
    double greatest = 0;
    for (const WelchTest& test : tests_) greatest = std::max(greatest, std::abs(test.t()));
    return greatest;
  }

 private:
  static constexpr std::size_t kTests = 32;
  std::array<std::uint64_t, kTests> limits_{};
  std::array<WelchTest, kTests> tests_;
};

/// The greatest |t| of `samples` runs of `measured` on inputs from `prepare(which)`, which is 0 or
/// 1 at random. Inputs are new for each run and made in batches, so that what is measured finds the
/// processor in the same state for both. `measured` returns a value that depends on its result.
template <class Prepare, class Measured>
double greatest_t(std::size_t samples, SeededValues& random, Prepare prepare, Measured measured) {
  constexpr std::size_t kBatch = 200;
  volatile unsigned kept = 0;
  const auto batch = [&](auto&& take) {
    std::array<unsigned, kBatch> which;
    std::vector<decltype(prepare(0U))> inputs;
    inputs.reserve(kBatch);
    for (unsigned& one : which) {
      one = static_cast<unsigned>(random.below(2));
      inputs.push_back(prepare(one));
    }
    for (std::size_t i = 0; i < kBatch; ++i) {
      const std::uint64_t start = ticks();
      kept = kept + measured(inputs[i]);
      const std::uint64_t time = ticks() - start;
      // The first ones find caches and predictors as the preparation left them.
      if (i >= kBatch / 20) take(which[i], time);
    }
  };
  std::vector<std::uint64_t> first;
  while (first.size() < std::min<std::size_t>(10000, samples)) {
    batch([&](unsigned, std::uint64_t time) { first.push_back(time); });
  }
  CroppedTests tests(std::move(first));
  std::size_t count = 0;
  while (count < samples) {
    batch([&](unsigned which, std::uint64_t time) {
      tests.add(which, time);
      ++count;
    });
  }
  return tests.greatest_t();
}

}  // namespace lath::testing
