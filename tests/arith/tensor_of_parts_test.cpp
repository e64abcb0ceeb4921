// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts of any number of parts, beside sums of 128 bits.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/isas.hpp"
#include "base/seeded_values.hpp"
#include "lath/arith/row_products.hpp"
#include "lath/arith/word.hpp"

namespace lath {
namespace {

using testing::SeededValues;
using Row = std::vector<std::uint64_t>;
using Rows = std::vector<Row>;

constexpr std::uint64_t kTensorGuard = 0xfeedface;  // behind every row

// Rows of random words, or of the largest, and the guard.
Rows draw(std::size_t rows, std::size_t count, std::uint64_t p, bool largest,
          SeededValues& random) {
  Rows result(rows, Row(count + 1, kTensorGuard));
  for (Row& row : result) {
    for (std::size_t i = 0; i < count; ++i) row[i] = largest ? p - 1 : random.below(p);
  }
  return result;
}
template <class Word>
std::vector<Word*> pointers(Rows& rows) {
  std::vector<Word*> result;
  for (Row& row : rows) result.push_back(row.data());
  return result;
}
Rows product(const Rows& a, const Rows& b, std::size_t count, std::uint64_t p) {
  Rows c(a.size() + b.size() - 1, Row(count + 1));
  for (Row& row : c) row[count] = kTensorGuard;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      for (std::size_t k = 0; k < count; ++k) {
        c[i + j][k] = static_cast<std::uint64_t>((uint128{a[i][k]} * b[j][k] + c[i + j][k]) % p);
      }
    }
  }
  return c;
}

TEST(TensorOfParts, IsTheProductOfPolynomials) {
  SeededValues random(34);
  SCOPED_TRACE(random.label());
  for (const Isa isa : testing::isas({Isa::avx2, Isa::avx512})) {
    for (const std::uint64_t p : {(1ULL << 50) - 27, (1ULL << 50) - 1, (1ULL << 49) + 1, 12289ULL,
                                  2ULL, (1ULL << 62) - 1, (1ULL << 51) + 5}) {
      const auto products = RowProducts::create(Modulus(p), isa);
      for (std::size_t parts = 1; parts <= RowProducts::kMostParts; ++parts) {
        for (const std::size_t count : {1U, 7U, 40U}) {
          for (const bool largest : {false, true}) {
            SCOPED_TRACE(std::string(isa_name(isa)) + ", p " + std::to_string(p) + ", parts " +
                         std::to_string(parts) + ", words " + std::to_string(count));
            Rows a = draw(parts, count, p, largest, random);
            Rows b = draw(RowProducts::kMostParts + 1 - parts, count, p, largest, random);
            const Rows expected = product(a, b, count, p);
            Rows c(expected.size(), Row(count + 1, kTensorGuard));
            products.tensor(pointers<std::uint64_t>(c), pointers<const std::uint64_t>(a),
                            pointers<const std::uint64_t>(b), count);
            ASSERT_EQ(c, expected);
            // The rows of one factor, and others.
            const Rows square = product(a, {a[0]}, count, p);
            Rows one{a[0]};
            products.tensor(pointers<std::uint64_t>(a), pointers<const std::uint64_t>(a),
                            pointers<const std::uint64_t>(one), count);
            ASSERT_EQ(a, square);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace lath
