// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/row_products.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/isas.hpp"
#include "base/seeded_values.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::isas;
using testing::SeededValues;
using Row = std::vector<std::uint64_t>;

constexpr std::uint64_t kRowGuard = 0xfeedface;  // behind every row, and never a residue here

// The largest modulus of so many bits, the least, and one between; they need not be primes.
std::vector<std::uint64_t> moduli(int bits) {
  const std::uint64_t top = std::uint64_t{1} << bits;
  return {top - 1, top / 2, top - top / 5};
}
std::vector<std::uint64_t> row_moduli() {
  std::vector<std::uint64_t> all{2, 3};
  for (const int bits : {14, 30, 48, 49, 50, 51, 62}) {
    for (const std::uint64_t p : moduli(bits)) all.push_back(p);
  }
  return all;
}
std::vector<Isa> instruction_sets() { return isas({Isa::avx2, Isa::avx512}); }

// How the words of a test are chosen. The centered p/2 and p/2 + 1 are the largest factors.
enum class Words { random, largest, half, above_half, extreme };

Row row_of(std::size_t count, std::uint64_t p, Words words, SeededValues& random) {
  const std::array<std::uint64_t, 4> extremes{0, p - 1, p / 2, (p / 2 + 1) % p};
  Row row(count + 1, kRowGuard);
  for (std::size_t i = 0; i < count; ++i) {
    row[i] = words == Words::random       ? random.below(p)
             : words == Words::largest    ? p - 1
             : words == Words::half       ? p / 2
             : words == Words::above_half ? extremes[3]
                                          : extremes[random.below(4)];
  }
  return row;
}

struct Case {
  std::vector<Row> digits, keys;

  Case(std::size_t d, std::size_t count, std::uint64_t p, Words x, Words k, SeededValues& random) {
    for (std::size_t i = 0; i < d; ++i) digits.push_back(row_of(count, p, x, random));
    for (std::size_t i = 0; i < 2 * d; ++i) keys.push_back(row_of(count, p, k, random));
  }
  // The definition, word by word; what is added to stands in `start`.
  [[nodiscard]] Row expected(std::size_t part, std::uint64_t p, const Row& start) const {
    Row out = start;
    for (std::size_t i = 0; i + 1 < out.size(); ++i) {
      for (std::size_t d = 0; d < digits.size(); ++d) {
        const uint128 product = uint128{digits[d][i]} * keys[2 * d + part][i];
        out[i] = static_cast<std::uint64_t>((product + out[i]) % p);
      }
    }
    return out;
  }
  [[nodiscard]] std::vector<const std::uint64_t*> digit_rows() const {
    std::vector<const std::uint64_t*> rows;
    rows.reserve(digits.size());
    for (const Row& row : digits) rows.push_back(row.data());
    return rows;
  }
  // Digits `first` to `last` of the key, prepared.
  [[nodiscard]] Row prepared(const RowProducts& products, std::size_t first, std::size_t last,
                             std::size_t count) const {
    std::vector<RowProducts::KeyRows> rows;
    rows.reserve(last - first);
    for (std::size_t d = first; d < last; ++d) {
      rows.push_back({keys[2 * d].data(), keys[2 * d + 1].data()});
    }
    const std::size_t size = products.prepared_words(last - first, count);
    Row key(size + 1, kRowGuard);
    products.prepare(key.data(), rows, count);
    EXPECT_EQ(key.back(), kRowGuard) << "a word behind the prepared key";
    key.pop_back();
    return key;
  }
};

void expect_inner_products(const RowProducts& products, const Case& c, std::size_t count,
                           SeededValues& random) {
  const std::uint64_t p = products.modulus().value();
  const std::size_t d = c.digits.size();
  const Row zeros = row_of(count, 1, Words::random, random);
  const auto rows = c.digit_rows();
  const Row key = c.prepared(products, 0, d, count);
  Row out0(count + 1, kRowGuard), out1(count + 1, kRowGuard);
  products.inner_products(out0.data(), out1.data(), rows, key.data(), rows.size(), count);
  ASSERT_EQ(out0, c.expected(0, p, zeros));
  ASSERT_EQ(out1, c.expected(1, p, zeros));
  if (products.reads_doubles()) {
    std::vector<Row> doubles(d, Row((count + 15) / 16 * 16));
    std::vector<const std::uint64_t*> double_rows;
    for (std::size_t i = 0; i < d; ++i) {
      products.to_doubles(doubles[i].data(), rows[i], count);
      double_rows.push_back(doubles[i].data());
    }
    Row sum0(count + 1, kRowGuard), sum1(count + 1, kRowGuard);
    products.inner_products(sum0.data(), sum1.data(), double_rows, NumberForm::doubles, key.data(),
                            d, count);
    ASSERT_EQ(sum0, out0) << "digits in double precision";
    ASSERT_EQ(sum1, out1) << "digits in double precision";
  }

  Row row(count + 1, kRowGuard);
  for (std::size_t i = 0; i < 2 * d; ++i) {
    products.unprepare(row.data(), key.data(), i, d, count);
    ASSERT_EQ(row, c.keys[i]) << "row " << i;
  }

  const Row start0 = row_of(count, p, Words::extreme, random),
            start1 = row_of(count, p, Words::largest, random);
  out0 = start0;
  out1 = start1;
  products.add_inner_products(out0.data(), out1.data(), rows, key.data(), rows.size(), count);
  ASSERT_EQ(out0, c.expected(0, p, start0));
  ASSERT_EQ(out1, c.expected(1, p, start1));
}

std::string label(const RowProducts& products, std::size_t digits, std::size_t count) {
  return std::to_string(digits) + " digits of " + std::to_string(count) + " words mod " +
         std::to_string(products.modulus().value()) + " on " +
         std::string(isa_name(products.isa()));
}

TEST(RowProducts, InnerProductsAreThoseOfTheDefinition) {
  SeededValues random(1801);
  SCOPED_TRACE(random.label());
  for (const Isa isa : instruction_sets()) {
    for (const std::uint64_t p : row_moduli()) {
      const auto products = RowProducts::create(Modulus(p), isa);
      for (const std::size_t digits : {0U, 1U, 3U, 4U, 5U, 8U, 9U, 17U}) {
        for (const std::size_t count : {1U, 7U, 8U, 16U, 23U, 64U}) {
          SCOPED_TRACE(label(products, digits, count));
          const Case c(digits, count, p, Words::random, Words::random, random);
          ASSERT_NO_FATAL_FAILURE(expect_inner_products(products, c, count, random));
        }
      }
    }
  }
}

TEST(RowProducts, InnerProductsServeLongRows) {
  SeededValues random(1802);
  SCOPED_TRACE(random.label());
  for (const Isa isa : instruction_sets()) {
    for (const int bits : {48, 50, 62}) {
      const auto products = RowProducts::create(Modulus(moduli(bits).front()), isa);
      for (const std::size_t count : {2420U, 16390U}) {
        SCOPED_TRACE(label(products, 8, count));
        const Case c(8, count, products.modulus().value(), Words::random, Words::random, random);
        ASSERT_NO_FATAL_FAILURE(expect_inner_products(products, c, count, random));
      }
    }
  }
}

// All sums of the same sign and as large as they can be, and mixtures of the extremes.
TEST(RowProducts, InnerProductsAreExactForTheLargestSums) {
  SeededValues random(1803);
  SCOPED_TRACE(random.label());
  for (const Isa isa : instruction_sets()) {
    for (const std::uint64_t p : row_moduli()) {
      const auto products = RowProducts::create(Modulus(p), isa);
      for (const std::size_t digits : {1U, 2U, 4U, 8U, 9U, 15U, 16U, 64U, 300U}) {
        for (const Words key :
             {Words::largest, Words::half, Words::above_half, Words::extreme, Words::random}) {
          SCOPED_TRACE(label(products, digits, 19) + ", key " +
                       std::to_string(static_cast<int>(key)));
          const Case c(digits, 19, p, Words::largest, key, random);
          ASSERT_NO_FATAL_FAILURE(expect_inner_products(products, c, 19, random));
        }
      }
    }
  }
}

TEST(RowProducts, InnerProductsTakeDigitsInPartsAndWriteOverDigits) {
  SeededValues random(1804);
  SCOPED_TRACE(random.label());
  for (const Isa isa : instruction_sets()) {
    const auto products = RowProducts::create(Modulus(moduli(50).back()), isa);
    const std::uint64_t p = products.modulus().value();
    constexpr std::size_t kDigits = 12, kCount = 77;
    Case c(kDigits, kCount, p, Words::random, Words::random, random);
    const Row zeros = row_of(kCount, 1, Words::random, random);
    const Row expected0 = c.expected(0, p, zeros), expected1 = c.expected(1, p, zeros);
    Row out0(kCount + 1, kRowGuard), out1(kCount + 1, kRowGuard);
    const auto rows = c.digit_rows();
    const auto part = std::span(rows);
    products.inner_products(out0.data(), out1.data(), part.first(5),
                            c.prepared(products, 0, kDigits, kCount).data(), kDigits, kCount);
    products.add_inner_products(out0.data(), out1.data(), part.subspan(5),
                                c.prepared(products, 5, kDigits, kCount).data(), kDigits - 5,
                                kCount);
    EXPECT_EQ(out0, expected0);
    EXPECT_EQ(out1, expected1);
    products.inner_products(c.digits[3].data(), c.digits[0].data(), part,
                            c.prepared(products, 0, kDigits, kCount).data(), kDigits, kCount);
    EXPECT_EQ(c.digits[3], expected0);
    EXPECT_EQ(c.digits[0], expected1);
  }
}

// Digits, and what a difference is taken of, with zeros of both signs: no kernel leaves -0 on a
// CPU, but an emulator may.
TEST(RowProducts, SignedZerosAreZero) {
  SeededValues random(1806);
  SCOPED_TRACE(random.label());
  constexpr std::size_t kCount = 64;
  for (const Isa isa : instruction_sets()) {
    for (const std::uint64_t p : row_moduli()) {
      const auto products = RowProducts::create(Modulus(p), isa);
      if (!products.reads_doubles()) continue;
      SCOPED_TRACE(label(products, 1, kCount));
      const Row zeros(kCount), negative(kCount, std::bit_cast<std::uint64_t>(-0.0));
      const Row a = row_of(kCount, p, Words::extreme, random);
      const Case c(1, kCount, p, Words::extreme, Words::extreme, random);
      const Row key = c.prepared(products, 0, 1, kCount);
      Row out0(kCount), out1(kCount), out(kCount), expected(kCount);
      const std::array digits{negative.data()};
      products.inner_products(out0.data(), out1.data(), digits, NumberForm::doubles, key.data(), 1,
                              kCount);
      EXPECT_EQ(out0, zeros);
      EXPECT_EQ(out1, zeros);
      for (const Row& from : {zeros, a}) {
        for (const std::uint64_t* add :
             {static_cast<const std::uint64_t*>(nullptr), zeros.data()}) {
          for (const std::uint64_t v : {std::uint64_t{1}, p - 1}) {
            products.scale_difference(expected.data(), from.data(), zeros.data(), v, p - 1, add,
                                      kCount);
            products.scale_difference(out.data(), from.data(), negative.data(), v, p - 1, add,
                                      kCount);
            EXPECT_EQ(out, expected);
          }
        }
      }
    }
  }
}

// (a - v x) w + add for words x in double precision.
TEST(RowProducts, ScaledDifferencesAreExact) {
  SeededValues random(1807);
  SCOPED_TRACE(random.label());
  for (const Isa isa : instruction_sets()) {
    for (const std::uint64_t p : row_moduli()) {
      const auto products = RowProducts::create(Modulus(p), isa);
      if (!products.reads_doubles()) continue;
      for (const std::size_t count : {1U, 15U, 16U, 17U, 100U}) {
        SCOPED_TRACE(label(products, 1, count));
        const Row a = row_of(count, p, Words::extreme, random),
                  x = row_of(count, p, Words::extreme, random),
                  add = row_of(count, p, Words::random, random);
        Row doubles((count + 15) / 16 * 16);
        products.to_doubles(doubles.data(), x.data(), count);
        for (const std::uint64_t v : {std::uint64_t{1}, p - 1, p / 2, random.below(p)}) {
          for (const std::uint64_t w : {std::uint64_t{1}, p - 1, p / 2, random.below(p)}) {
            Row alone(count + 1, kRowGuard), sum = alone, difference = alone, total = alone;
            for (std::size_t i = 0; i < count; ++i) {
              const uint128 scaled = uint128{p - x[i]} * v % p;
              const uint128 product = (scaled + a[i]) * w % p;
              difference[i] = static_cast<std::uint64_t>(product);
              total[i] = static_cast<std::uint64_t>((product + add[i]) % p);
            }
            products.scale_difference(alone.data(), a.data(), doubles.data(), v, w, nullptr, count);
            products.scale_difference(sum.data(), a.data(), doubles.data(), v, w, add.data(),
                                      count);
            ASSERT_EQ(alone, difference) << "v = " << v << ", w = " << w;
            ASSERT_EQ(sum, total) << "v = " << v << ", w = " << w;
          }
        }
      }
    }
  }
}

struct Tensor {
  Row a0, a1, b0, b1;

  Tensor(std::size_t count, std::uint64_t p, Words words, SeededValues& random)
      : a0(row_of(count, p, words, random)),
        a1(row_of(count, p, words, random)),
        b0(row_of(count, p, words, random)),
        b1(row_of(count, p, words, random)) {}

  // x y + z w mod p, word by word, and the guard.
  static Row sum(const Row& x, const Row& y, const Row& z, const Row& w, std::uint64_t p) {
    Row out(x.size(), kRowGuard);
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
      const uint128 first = uint128{x[i]} * y[i] % p, second = uint128{z[i]} * w[i] % p;
      out[i] = static_cast<std::uint64_t>((first + second) % p);
    }
    return out;
  }
  static Row product(const Row& x, const Row& y, std::uint64_t p) {
    return sum(x, y, Row(x.size(), 0), y, p);
  }
};

void expect_tensors(const RowProducts& products, const Tensor& t, std::size_t count) {
  const std::uint64_t p = products.modulus().value();
  const std::array<Row, 3> tensor{Tensor::product(t.a0, t.b0, p),
                                  Tensor::sum(t.a0, t.b1, t.a1, t.b0, p),
                                  Tensor::product(t.a1, t.b1, p)};
  const std::array<Row, 3> square{Tensor::product(t.a0, t.a0, p),
                                  Tensor::sum(t.a0, t.a1, t.a1, t.a0, p),
                                  Tensor::product(t.a1, t.a1, p)};
  std::array<Row, 3> c;
  for (Row& row : c) row.assign(count + 1, kRowGuard);
  const RowProducts::Triple out{c[0].data(), c[1].data(), c[2].data()};
  products.tensor(out, {t.a0.data(), t.a1.data()}, {t.b0.data(), t.b1.data()}, count);
  ASSERT_EQ(c, tensor);
  products.square(out, {t.a0.data(), t.a1.data()}, count);
  ASSERT_EQ(c, square);

  Tensor in_place = t;
  products.tensor({in_place.b1.data(), in_place.a0.data(), in_place.a1.data()},
                  {in_place.a0.data(), in_place.a1.data()},
                  {in_place.b0.data(), in_place.b1.data()}, count);
  ASSERT_EQ((std::array{in_place.b1, in_place.a0, in_place.a1}), tensor);
  in_place = t;
  products.square({in_place.a1.data(), in_place.a0.data(), in_place.b0.data()},
                  {in_place.a0.data(), in_place.a1.data()}, count);
  ASSERT_EQ((std::array{in_place.a1, in_place.a0, in_place.b0}), square);
}

TEST(RowProducts, TensorsAreThoseOfTheDefinition) {
  SeededValues random(1805);
  SCOPED_TRACE(random.label());
  for (const Isa isa : instruction_sets()) {
    for (const std::uint64_t p : row_moduli()) {
      const auto products = RowProducts::create(Modulus(p), isa);
      for (const std::size_t count : {1U, 7U, 64U, 2420U}) {
        for (const Words words : {Words::random, Words::largest, Words::extreme}) {
          SCOPED_TRACE(label(products, 2, count));
          ASSERT_NO_FATAL_FAILURE(expect_tensors(products, Tensor(count, p, words, random), count));
        }
      }
    }
  }
}

TEST(RowProducts, UseVectorsBelowFiftyBitsOnly) {
  for (const Isa isa : instruction_sets()) {
    EXPECT_EQ(RowProducts::create(Modulus(moduli(50).front()), isa).isa(), isa);
    EXPECT_EQ(RowProducts::create(Modulus(moduli(51)[1]), isa).isa(), Isa::scalar);
  }
  const auto active = RowProducts::create(Modulus(moduli(50).front()));
  EXPECT_TRUE(has(active_isa(), active.isa()));
}

TEST(RowProducts, HaveNoSizesThatWrap) {
  const auto products = RowProducts::create(Modulus(moduli(50).front()));
  EXPECT_EQ(products.prepared_words(0, ~std::size_t{0} / 64), 0U);
  for (const auto& [digits, count] : {std::pair{std::size_t{1} << 60, std::size_t{16}},
                                      std::pair{std::size_t{1}, ~std::size_t{0}},
                                      std::pair{std::size_t{1} << 32, std::size_t{1} << 32}}) {
    expect_error([&] { (void)products.prepared_words(digits, count); }, ErrorCode::invalid_argument,
                 {"words of a prepared key", "fewer than 2^64"});
  }
}

TEST(RowProducts, NeedFeaturesOfThisCpu) {
  if (has(detected_isa(), Isa::avx512ifma)) GTEST_SKIP() << "this CPU has every set";
  expect_error([] { (void)RowProducts::create(Modulus(17), Isa::avx512ifma); },
               ErrorCode::unsupported, {"avx512ifma", "this CPU", "create(p)"});
}

}  // namespace
}  // namespace lath
