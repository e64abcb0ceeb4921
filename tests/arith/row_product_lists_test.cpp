// SPDX-License-Identifier: Apache-2.0
//
// Inner products of two lists of digits in one pass, and keys that are prepared row after row: the
// same words as by the functions for one list and for whole keys, which row_products_test.cpp
// compares with their definitions.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/row_products.hpp"

namespace lath {
namespace {

using namespace lath::testing;
using Row = std::vector<std::uint64_t>;
constexpr std::uint64_t kListGuard = 0x5a5a5a5a5a5a5a5a;

std::vector<Row> random_rows(std::size_t rows, std::size_t count, std::uint64_t p,
                             SeededValues& values) {
  std::vector<Row> result(rows, Row(count));
  for (Row& row : result) {
    for (std::uint64_t& x : row) x = values.below(8) == 0 ? p - 1 : values.below(p);
  }
  return result;
}

std::vector<const std::uint64_t*> pointers_to(const std::vector<Row>& rows) {
  std::vector<const std::uint64_t*> result;
  for (const Row& row : rows) result.push_back(row.data());
  return result;
}

TEST(RowProductLists, AreTheProductsOfEachListByAKeyOfRows) {
  SeededValues values(71);
  SCOPED_TRACE(values.label());
  for (const std::uint64_t p :
       {std::uint64_t{12289}, (std::uint64_t{1} << 50) - 27, (std::uint64_t{1} << 60) - 93}) {
    const RowProducts products = RowProducts::create(Modulus(p));
    for (const std::size_t count : {1U, 16U, 53U}) {
      for (const std::size_t digits : {1U, 2U, 9U, 37U}) {
        SCOPED_TRACE(std::to_string(digits) + " digits modulo " + std::to_string(p));
        const auto first = random_rows(digits, count, p, values),
                   second = random_rows(digits, count, p, values),
                   keys = random_rows(2 * digits, count, p, values);
        std::vector<RowProducts::KeyRows> pairs;
        for (std::size_t d = 0; d < digits; ++d) {
          pairs.push_back({keys[2 * d].data(), keys[2 * d + 1].data()});
        }
        Row key(products.prepared_words(digits, count)), by_rows(key.size());
        products.prepare(key.data(), pairs, count);
        for (std::size_t i = 0; i < 2 * digits; ++i) {
          products.prepare_row(by_rows.data(), keys[i].data(), i, digits, count);
        }
        EXPECT_EQ(by_rows, key);

        std::array<Row, 4> expected, found;
        expected.fill(Row(count + 1, kListGuard));
        found.fill(Row(count + 1, kListGuard));
        const auto x = pointers_to(first), y = pointers_to(second);
        products.inner_products(expected[0].data(), expected[1].data(), x, key.data(), digits,
                                count);
        products.inner_products(expected[2].data(), expected[3].data(), y, key.data(), digits,
                                count);
        products.two_inner_products(
            {found[0].data(), found[1].data(), found[2].data(), found[3].data()}, x, y,
            NumberForm::words, key.data(), digits, count);
        EXPECT_EQ(found, expected);
      }
    }
  }
}

}  // namespace
}  // namespace lath
