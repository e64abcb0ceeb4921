// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace lath::testing {

/// Test inputs that a seed determines, on every machine (G. Steele et al., SplitMix64, 2014). Tests
/// do not draw them with lath's own generators: those are among what is tested.
class SeededValues {
 public:
  explicit SeededValues(std::uint64_t seed) : seed_(seed), state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  /// A value in [0, n); its bias, below n / 2^64, is of no interest here.
  std::uint64_t below(std::uint64_t n) { return next() % n; }
  std::byte byte() { return static_cast<std::byte>(next() >> 56); }

  /// For SCOPED_TRACE.
  [[nodiscard]] std::string label() const { return "seed " + std::to_string(seed_); }

 private:
  std::uint64_t seed_, state_;
};

/// How many seeds a property is tried with: LATH_TEST_SEEDS, or `usual` where it is not set.
inline std::uint64_t seeds(std::uint64_t usual) {
  const char* wanted = std::getenv("LATH_TEST_SEEDS");
  return wanted == nullptr ? usual : std::strtoull(wanted, nullptr, 10);
}

}  // namespace lath::testing
