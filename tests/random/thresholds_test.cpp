// SPDX-License-Identifier: Apache-2.0
#include "random/thresholds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

using Number = std::pair<std::uint64_t, std::uint64_t>;  // high and low word, ordered as a number

constexpr std::uint64_t kMost = ~std::uint64_t{0}, kTop = std::uint64_t{1} << 63;

std::vector<Number> sorted(std::vector<Number> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

// Counts all draws, and the first `sizes` of them for every smaller number, on every instruction
// set.
void check(const std::vector<Number>& numbers, const std::vector<Number>& draws,
           std::size_t sizes) {
  static_assert(std::endian::native == std::endian::little, "the test writes draws as words");
  std::vector<std::uint64_t> high, low, words;
  for (const Number& t : numbers) {
    high.push_back(t.first);
    low.push_back(t.second);
  }
  std::vector<std::int64_t> expected;
  for (const Number& u : draws) {
    words.push_back(u.second);
    words.push_back(u.first);
    expected.push_back(std::upper_bound(numbers.begin(), numbers.end(), u) - numbers.begin() - 3);
  }
  const Thresholds thresholds(high, low);
  for (const Isa isa : {Isa::scalar, detected_isa()}) {
    for (std::size_t size = 0; size <= draws.size(); ++size) {
      if (size > sizes && size != draws.size()) continue;
      std::vector<std::int64_t> out(size);
      thresholds.count(isa, out, std::as_bytes(std::span(words)).first(16 * size), -3);
      ASSERT_EQ(out, std::vector<std::int64_t>(
                         expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(size)))
          << isa_name(isa) << ", " << numbers.size() << " thresholds";
    }
  }
}

// The thresholds themselves, their neighbours, and others.
std::vector<Number> draws_around(const std::vector<Number>& numbers) {
  std::vector<Number> draws = {{0, 0}, {kMost, kMost}};
  for (const auto& [high, low] : numbers) {
    draws.emplace_back(high, low);
    draws.emplace_back(low == 0 ? high - 1 : high, low - 1);
    if (low != kMost) draws.emplace_back(high, low + 1);
    draws.emplace_back(high ^ kTop, low);
    draws.emplace_back(high, low ^ kTop);
  }
  return draws;
}

TEST(Thresholds, AreCountedWhereTheyAreAtMostTheDraw) {
  testing::SeededValues random(9);
  SCOPED_TRACE(random.label());
  std::vector<Number> numbers = {{0, 1},    {0, kTop},         {5, 0},        {5, kMost}, {kTop, 0},
                                 {kTop, 1}, {kMost, kTop - 1}, {kMost, kMost}};
  for (int i = 0; i < 20; ++i) numbers.emplace_back(random.next(), random.next());
  numbers = sorted(std::move(numbers));
  const auto draws = draws_around(numbers);
  check(numbers, draws, draws.size());
}

// Trees of every depth up to 14, full ones and those with one more or less; thresholds that differ
// in any one byte, and several that are the same.
TEST(Thresholds, AreCountedWhateverTheirNumber) {
  constexpr std::size_t kDraws = 500;
  testing::SeededValues random(10);
  SCOPED_TRACE(random.label());
  for (const std::size_t size :
       {0U, 1U, 2U, 3U, 7U, 8U, 15U, 16U, 31U, 32U, 63U, 64U, 255U, 1023U, 1024U, 2047U, 10000U}) {
    std::vector<Number> numbers;
    while (numbers.size() < size) {
      const std::uint64_t bit = std::uint64_t{1} << random.below(64);
      Number next(random.next(), random.next());
      if (!numbers.empty() && random.below(2) == 0) {
        next = numbers.back();
        (random.below(2) == 0 ? next.first : next.second) ^= random.below(8) == 0 ? 0 : bit;
      }
      numbers.push_back(next);
    }
    numbers = sorted(std::move(numbers));
    auto draws = draws_around(numbers);
    for (std::size_t i = 0; i < std::min(draws.size(), kDraws); ++i) {
      std::swap(draws[i], draws[i + random.below(draws.size() - i)]);
    }
    draws.resize(std::min(draws.size(), kDraws));
    check(numbers, draws, 0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace lath::detail
