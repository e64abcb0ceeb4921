// SPDX-License-Identifier: Apache-2.0
#include "lath/base/buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>

namespace lath {
namespace {

using Words = Buffer<std::uint64_t>;

TEST(Buffer, StartsOnACacheLineAndHoldsZeros) {
  for (const std::size_t size : {1U, 2U, 7U, 8U, 9U, 1000U}) {
    // Twice, so that the second one probably gets memory that held something.
    for (int round = 0; round < 2; ++round) {
      Words buffer(size);
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.data()) % kCacheLine, 0U);
      ASSERT_EQ(buffer.size(), size);
      for (std::size_t i = 0; i < size; ++i) {
        ASSERT_EQ(buffer[i], 0U);
        buffer[i] = ~std::uint64_t{0};
      }
    }
  }
}

TEST(Buffer, OfSizeZeroHasNoMemory) {
  const Words buffer(0);
  EXPECT_EQ(buffer.data(), nullptr);
  EXPECT_TRUE(buffer.span().empty());
  const Words copy(buffer);
  EXPECT_EQ(copy.size(), 0U);
}

TEST(Buffer, RefusesASizeWhoseBytesOverflow) {
  EXPECT_THROW(Words(std::numeric_limits<std::size_t>::max() / 8 + 1), std::bad_array_new_length);
}

TEST(Buffer, CopiesAreDeep) {
  const std::array<std::uint64_t, 3> values{5, 6, 7};
  Words a{std::span<const std::uint64_t>(values)};
  Words b(a);
  b[1] = 60;
  EXPECT_EQ(a[1], 6U);
  EXPECT_EQ(b[0], 5U);
  EXPECT_EQ(b[2], 7U);
  Words c(1);
  c = a;
  EXPECT_EQ(c.size(), 3U);
  EXPECT_NE(c.data(), a.data());
  EXPECT_EQ(c[2], 7U);
}

TEST(Buffer, IsAContiguousRangeWhereItHasAName) {
  static_assert(std::ranges::contiguous_range<Words&> && std::ranges::sized_range<Words&>);
  static_assert(!std::ranges::borrowed_range<Words>);
  const std::array<std::uint64_t, 3> values{7, 5, 6};
  Words a{std::span<const std::uint64_t>(values)};
  std::ranges::sort(a);
  std::uint64_t digits = 0;
  for (const std::uint64_t x : std::as_const(a)) digits = 10 * digits + x;
  EXPECT_EQ(digits, 567U);
  const std::span s = a;
  static_assert(std::is_same_v<decltype(s), const std::span<std::uint64_t>>);
  EXPECT_EQ(s.data(), a.data());
  EXPECT_EQ(Words(a)[2], 7U);
  Words none;
  EXPECT_EQ(none.begin(), none.end());
}

TEST(Buffer, MovesTakeTheMemoryAlong) {
  Words a(4);
  a[3] = 9;
  const std::uint64_t* memory = a.data();
  Words b(std::move(a));
  EXPECT_EQ(b.data(), memory);
  EXPECT_EQ(a.data(), nullptr);  // NOLINT(bugprone-use-after-move): the state is documented
  EXPECT_EQ(a.size(), 0U);
  Words c(2);
  c = std::move(b);
  EXPECT_EQ(c.data(), memory);
  EXPECT_EQ(c[3], 9U);
}

}  // namespace
}  // namespace lath
