// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/corrupted.hpp"
#include "base/seeded_values.hpp"
#include "lath/base/error.hpp"

namespace lath::testing {

/// Public bytes that somebody changed: each input is refused with an error that says what, or it is
/// the encoding of another object.
class CorruptedInputs {
 public:
  explicit CorruptedInputs(std::uint64_t seed) : values_(seed) {}

  /// Corrupts bytes so many times for each seed of LATH_TEST_SEEDS, once if there is none.
  /// `read_and_write` reads an object and returns its bytes.
  template <class ReadAndWrite>
  void read(std::span<const std::byte> bytes, std::size_t times,
            const ReadAndWrite& read_and_write) {
    for (std::uint64_t i = 0; i < times * seeds(1); ++i) {
      const std::vector<std::byte> damaged = corrupted(bytes, values_);
      try {
        const auto written = read_and_write(std::span<const std::byte>(damaged));
        ++accepted_;
        ASSERT_TRUE(std::ranges::equal(written.span(), damaged)) << "corruption " << i;
      } catch (const Error& error) {
        ++refused_;
        ASSERT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
                    error.code() == ErrorCode::unsupported)
            << error.what();
        ASSERT_FALSE(error.found().empty() || error.needed().empty() || error.remedy().empty());
      }
    }
  }

  [[nodiscard]] std::size_t refused() const { return refused_; }
  [[nodiscard]] std::size_t accepted() const { return accepted_; }
  [[nodiscard]] std::string label() const { return values_.label(); }

 private:
  SeededValues values_;
  std::size_t refused_ = 0, accepted_ = 0;
};

}  // namespace lath::testing
