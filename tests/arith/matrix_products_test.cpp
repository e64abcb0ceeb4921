// SPDX-License-Identifier: Apache-2.0
#include "arith/matrix_products.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

using testing::SeededValues;

std::vector<Isa> instruction_sets() {
  std::vector<Isa> all;
  for (const Isa isa : {Isa::scalar, Isa::avx2, Isa::avx512, Isa::avx512ifma, Isa::neon}) {
    if (has(active_isa(), isa)) all.push_back(isa);
  }
  return all;
}

// Integers from -size to size.
std::vector<double> integers(std::size_t count, std::int64_t size, SeededValues& random) {
  std::vector<double> all(count);
  for (double& x : all) {
    x = static_cast<double>(
        static_cast<std::int64_t>(random.below(2 * static_cast<std::uint64_t>(size) + 1)) - size);
  }
  return all;
}

// The definition, in integers, with guards on both sides of the sums.
void expect_product(Isa isa, std::size_t rows, std::size_t columns, std::size_t width,
                    std::size_t stride, SeededValues& random) {
  constexpr std::size_t kGuard = 16;
  const auto factors = integers(rows * stride, std::int64_t{1} << 9, random);
  const auto matrix = integers(columns * width, std::int64_t{1} << 29, random);
  auto sums = integers(rows * width + 2 * kGuard, std::int64_t{1} << 36, random);
  auto expected = sums;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      auto sum = static_cast<std::int64_t>(sums[kGuard + i * width + j]);
      for (std::size_t t = 0; t < columns; ++t) {
        sum += static_cast<std::int64_t>(factors[i * stride + t]) *
               static_cast<std::int64_t>(matrix[t * width + j]);
      }
      expected[kGuard + i * width + j] = static_cast<double>(sum);
    }
  }
  add_matrix_product(isa, std::span(sums).subspan(kGuard, rows * width),
                     {factors.data(), rows, columns, stride}, matrix, width);
  ASSERT_EQ(sums, expected) << rows << " x " << columns << " x " << width << ", " << isa_name(isa);
}

TEST(MatrixProducts, AreThoseOfTheDefinition) {
  for (const Isa isa : instruction_sets()) {
    SeededValues random(11);
    SCOPED_TRACE(random.label());
    for (const std::size_t rows : {1U, 3U, 4U, 5U, 8U, 11U}) {
      for (const std::size_t columns : {0U, 1U, 2U, 7U, 33U}) {
        for (std::size_t width = 1; width <= 37; ++width) {
          expect_product(isa, rows, columns, width, columns + width % 3, random);
        }
      }
    }
    expect_product(isa, 16, 704, 16, 704, random);
    expect_product(isa, 0, 5, 0, 5, random);
  }
}

// 4096 products of 2^30 - 1 and 64, and what a sum starts with.
TEST(MatrixProducts, AreExactForTheLargestSums) {
  for (const Isa isa : instruction_sets()) {
    for (const double sign : {1.0, -1.0}) {
      constexpr std::size_t kColumns = 4096, kWidth = 9, kRows = 5;
      const std::vector<double> factors(kRows * kColumns, sign * 64);
      const std::vector<double> matrix(kColumns * kWidth, 0x1p30 - 1);
      std::vector<double> sums(kRows * kWidth, sign * (0x1p37 - 1));
      add_matrix_product(isa, sums, {factors.data(), kRows, kColumns, kColumns}, matrix, kWidth);
      const std::int64_t expected =
          std::int64_t{4096} * 64 * ((std::int64_t{1} << 30) - 1) + (std::int64_t{1} << 37) - 1;
      for (const double sum : sums) {
        ASSERT_EQ(static_cast<std::int64_t>(sign * sum), expected) << isa_name(isa);
      }
    }
  }
}

}  // namespace
}  // namespace lath::detail
