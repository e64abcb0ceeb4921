// SPDX-License-Identifier: Apache-2.0
#include "kernels/thresholds.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::kernels {
namespace {

using Number = std::pair<std::uint64_t, std::uint64_t>;  // high and low word, ordered as a number

TEST(CountThresholds, CountsThoseThatAreAtMostTheDraw) {
  static_assert(std::endian::native == std::endian::little, "the test writes draws as words");
  testing::SeededValues random(9);
  SCOPED_TRACE(random.label());
  constexpr std::uint64_t kMost = ~std::uint64_t{0}, kTop = std::uint64_t{1} << 63;
  std::vector<Number> thresholds = {
      {0, 1},    {0, kTop},         {5, 0},        {5, kMost}, {kTop, 0},
      {kTop, 1}, {kMost, kTop - 1}, {kMost, kMost}};
  for (int i = 0; i < 20; ++i) thresholds.emplace_back(random.next(), random.next());
  // The thresholds themselves, their neighbours, and others.
  std::vector<Number> draws = {{0, 0}, {kMost, kMost}};
  for (const auto& [high, low] : thresholds) {
    draws.emplace_back(high, low);
    draws.emplace_back(low == 0 ? high - 1 : high, low - 1);
    if (low != kMost) draws.emplace_back(high, low + 1);
    draws.emplace_back(high ^ kTop, low);
    draws.emplace_back(high, low ^ kTop);
  }
  std::vector<std::uint64_t> high, low, words;
  for (const Number& t : thresholds) {
    high.push_back(t.first);
    low.push_back(t.second);
  }
  std::vector<std::int64_t> expected;
  for (const Number& u : draws) {
    words.push_back(u.second);
    words.push_back(u.first);
    std::int64_t count = -3;
    for (const Number& t : thresholds) count += t <= u ? 1 : 0;
    expected.push_back(count);
  }
  for (const Isa isa : {Isa::scalar, detected_isa()}) {
    for (std::size_t size = 0; size <= draws.size(); ++size) {
      std::vector<std::int64_t> out(size);
      count_thresholds(isa, out, std::as_bytes(std::span(words)), {high, low}, -3);
      ASSERT_EQ(out, std::vector<std::int64_t>(
                         expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(size)))
          << isa_name(isa);
    }
  }
}

}  // namespace
}  // namespace lath::kernels
