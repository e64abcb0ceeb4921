// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/gadget.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
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
__extension__ using int128 = __int128;

constexpr std::uint64_t kGuard = 0xfeedfacefeedface;

// Random residues after those where something turns.
Row residues(std::size_t count, std::uint64_t p, int base_bits, SeededValues& random) {
  Row x{p / 2, p - 1, 0, 1 % p, (p / 2 + 1) % p, p - p / 2};
  for (int bits = base_bits - 1; bits < 62; bits += base_bits) {
    const std::uint64_t power = std::uint64_t{1} << bits;
    for (const std::uint64_t y : {power - 1, power, power + 1}) {
      x.push_back(y % p);
      x.push_back(p - 1 - y % p);
    }
  }
  while (x.size() < count) x.push_back(random.below(p));
  std::rotate(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(random.below(x.size())), x.end());
  x.resize(count);
  return x;
}

// Rows of digits with a guard behind each.
struct Digits {
  std::vector<Row> rows;
  std::vector<std::uint64_t*> out;

  Digits(std::size_t digits, std::size_t count) : rows(digits, Row(count + 1, kGuard)) {
    for (Row& row : rows) out.push_back(row.data());
  }
  void expect_guards() const {
    for (const Row& row : rows) ASSERT_EQ(row.back(), kGuard);
  }
};

void expect_unsigned(const Gadget& gadget, const Row& x) {
  Digits digits(gadget.digits(), x.size());
  gadget.unsigned_digits(digits.out, x.data(), x.size());
  digits.expect_guards();
  for (std::size_t i = 0; i < x.size(); ++i) {
    uint128 sum = 0;
    for (std::size_t d = 0; d < gadget.digits(); ++d) {
      ASSERT_LT(digits.rows[d][i], std::uint64_t{1} << gadget.base_bits());
      sum += uint128{digits.rows[d][i]} << (static_cast<std::size_t>(gadget.base_bits()) * d);
    }
    ASSERT_TRUE(sum == x[i]) << "digits of " << x[i];
  }
}

// For q of at least 2^w - 1, where a residue says which digit it is.
void expect_balanced(const Gadget& gadget, const Row& x, std::uint64_t q) {
  Digits digits(gadget.digits(), x.size());
  gadget.balanced_digits(digits.out, x.data(), q, x.size());
  digits.expect_guards();
  const int128 half = int128{1} << (gadget.base_bits() - 1);
  const std::uint64_t p = gadget.modulus();
  for (std::size_t i = 0; i < x.size(); ++i) {
    int128 sum = 0;
    for (std::size_t d = 0; d < gadget.digits(); ++d) {
      const std::uint64_t digit = digits.rows[d][i];
      ASSERT_LT(digit, q);
      const int128 v = digit > q / 2 ? int128{digit} - int128{q} : int128{digit};
      ASSERT_TRUE(-half <= v && v <= half) << digit << " mod " << q;
      ASSERT_TRUE(v < half || d + 1 == gadget.digits()) << digit << " mod " << q;
      sum += v * (int128{1} << (static_cast<std::size_t>(gadget.base_bits()) * d));
    }
    const int128 centered = x[i] > p / 2 ? int128{x[i]} - int128{p} : int128{x[i]};
    ASSERT_TRUE(sum == centered) << "digits of " << x[i] << " mod " << p;
  }
}

// Modulo a small q, the digits are those modulo a large one, reduced.
void expect_small_target(const Gadget& gadget, const Row& x) {
  const std::uint64_t half = std::uint64_t{1} << (gadget.base_bits() - 1), q = half + 1;
  const std::uint64_t large = q << 1 | 1;
  Digits small(gadget.digits(), x.size()), wide(gadget.digits(), x.size());
  gadget.balanced_digits(small.out, x.data(), q, x.size());
  gadget.balanced_digits(wide.out, x.data(), large, x.size());
  for (std::size_t d = 0; d < gadget.digits(); ++d) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::uint64_t v = wide.rows[d][i];
      ASSERT_EQ(small.rows[d][i], v > half ? q - (large - v) : v);
    }
  }
}

std::vector<std::uint64_t> all_moduli() {
  std::vector<std::uint64_t> all{2, 3, 5};
  for (const int bits : {14, 30, 48, 50, 51, 62}) {
    const std::uint64_t top = std::uint64_t{1} << bits;
    all.insert(all.end(), {top - 1, top / 2, top - top / 5});
  }
  return all;
}

TEST(Gadget, DigitsSumUpToTheResidue) {
  SeededValues random(1831);
  SCOPED_TRACE(random.label());
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    for (const std::uint64_t p : all_moduli()) {
      for (const int base_bits : {1, 2, 7, 13, 16, 30, 31, 48, 61, 62}) {
        const auto gadget = Gadget::create(Modulus(p), base_bits, isa);
        SCOPED_TRACE("p " + std::to_string(p) + ", base 2^" + std::to_string(base_bits) + " on " +
                     std::string(isa_name(isa)));
        const std::uint64_t half = std::uint64_t{1} << (base_bits - 1);
        for (const std::size_t count : {1U, 7U, 16U, 64U, 200U}) {
          const Row x = residues(count, p, base_bits, random);
          ASSERT_NO_FATAL_FAILURE(expect_unsigned(gadget, x));
          ASSERT_NO_FATAL_FAILURE(expect_balanced(gadget, x, (std::uint64_t{1} << 62) - 1));
          if (base_bits < 61) {
            ASSERT_NO_FATAL_FAILURE(expect_balanced(gadget, x, 2 * half + 1));
            ASSERT_NO_FATAL_FAILURE(expect_small_target(gadget, x));
          }
        }
      }
    }
  }
}

TEST(Gadget, ServesLongRowsAndWritesOverThem) {
  SeededValues random(1832);
  SCOPED_TRACE(random.label());
  for (const Isa isa : isas({Isa::avx2, Isa::avx512})) {
    const std::uint64_t p = (std::uint64_t{1} << 50) - 27, q = (std::uint64_t{1} << 48) - 59;
    const auto gadget = Gadget::create(Modulus(p), 17, isa);
    for (const std::size_t count : {2420U, 16384U}) {
      const Row x = residues(count, p, 17, random);
      ASSERT_NO_FATAL_FAILURE(expect_unsigned(gadget, x));
      ASSERT_NO_FATAL_FAILURE(expect_balanced(gadget, x, q));
      Digits apart(gadget.digits(), count), over(gadget.digits(), count);
      std::copy(x.begin(), x.end(), over.rows[1].begin());
      gadget.balanced_digits(apart.out, x.data(), q, count);
      gadget.balanced_digits(over.out, over.rows[1].data(), q, count);
      EXPECT_EQ(over.rows, apart.rows);
    }
  }
}

TEST(Gadget, HasOneDigitForEachPartOfTheModulus) {
  const Modulus p((std::uint64_t{1} << 50) - 27);
  EXPECT_EQ(Gadget::create(p, 1).digits(), 50U);
  EXPECT_EQ(Gadget::create(p, 25).digits(), 2U);
  EXPECT_EQ(Gadget::create(p, 24).digits(), 3U);
  EXPECT_EQ(Gadget::create(p, 50).digits(), 1U);
  EXPECT_EQ(Gadget::create(p, 62).digits(), 1U);
  EXPECT_EQ(Gadget::create(p, 24).base_bits(), 24);
  EXPECT_EQ(Gadget::create(p, 24).modulus(), p.value());
}

TEST(Gadget, NeedsDigitsOfAWord) {
  for (const int base_bits : {-1, 0, 63}) {
    expect_error([&] { (void)Gadget::create(Modulus(17), base_bits); }, ErrorCode::invalid_argument,
                 {"digits of " + std::to_string(base_bits), "from 1 to 62", "single digit"});
  }
}

}  // namespace
}  // namespace lath
