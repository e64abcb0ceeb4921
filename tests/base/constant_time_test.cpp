// SPDX-License-Identifier: Apache-2.0
#include "lath/base/constant_time.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace lath::ct {
namespace {

template <class Word>
class ConstantTime : public ::testing::Test {
 protected:
  static constexpr Word kMax = std::numeric_limits<Word>::max();
  static constexpr Word kTop = static_cast<Word>(kMax / 2 + 1);

  static std::vector<Word> boundaries() {
    std::vector<Word> values{0, 1, 2, 3};
    for (int bit = 2; bit < std::numeric_limits<Word>::digits; ++bit) {
      const auto power = static_cast<Word>(Word{1} << bit);
      for (const int offset : {-1, 0, 1})
        values.push_back(static_cast<Word>(power + static_cast<Word>(offset)));
    }
    for (const int offset : {-3, -2, -1}) values.push_back(static_cast<Word>(offset));
    return values;
  }
  static Word mask(bool condition) { return condition ? kMax : Word{0}; }

  static void check_pair(Word x, Word y) {
    ASSERT_EQ(mask_less(x, y), mask(x < y)) << +x << " " << +y;
    ASSERT_EQ(mask_equal(x, y), mask(x == y)) << +x << " " << +y;
    ASSERT_EQ(select(kMax, x, y), x);
    ASSERT_EQ(select(Word{0}, x, y), y);
    ASSERT_EQ(mask_of_top_bit(x), mask((x & kTop) != 0)) << +x;
    ASSERT_EQ(value_barrier(x), x);
  }
};

using Words = ::testing::Types<std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(ConstantTime, Words);

TYPED_TEST(ConstantTime, MasksAreExactOnBoundaryValues) {
  for (const TypeParam x : this->boundaries()) {
    for (const TypeParam y : this->boundaries()) this->check_pair(x, y);
  }
}

// All pairs of bytes, in the low byte, in the high byte, and below a byte of ones: carries and
// borrows then cross every bit of the word.
TEST(ConstantTime16, MasksAreExactForAllBytesInEveryPlace) {
  constexpr auto all = std::numeric_limits<std::uint16_t>::max();
  for (unsigned a = 0; a < 256; ++a) {
    for (unsigned b = 0; b < 256; ++b) {
      const std::array<std::array<unsigned, 2>, 4> placed{
          {{a, b}, {a << 8, b << 8}, {a | 0xff00, b | 0xff00}, {a << 8 | 0xff, b}}};
      for (const auto& [left, right] : placed) {
        const auto x = static_cast<std::uint16_t>(left), y = static_cast<std::uint16_t>(right);
        ASSERT_EQ(mask_less(x, y), x < y ? all : 0) << x << " " << y;
        ASSERT_EQ(mask_equal(x, y), x == y ? all : 0) << x << " " << y;
      }
    }
  }
}

TEST(ConstantTime16, SubtractOnceReducesEverythingBelowTwiceTheModulus) {
  for (unsigned p = 1; p <= 256; ++p) {
    for (unsigned x = 0; x < 2 * p; ++x) {
      ASSERT_EQ(subtract_once(static_cast<std::uint16_t>(x), static_cast<std::uint16_t>(p)), x % p);
    }
  }
  // The largest modulus it is made for.
  for (unsigned x = 0; x < 65536; ++x) {
    ASSERT_EQ(subtract_once(static_cast<std::uint16_t>(x), std::uint16_t{32768}), x % 32768);
  }
}

TYPED_TEST(ConstantTime, SubtractOnceReducesAroundTheModulus) {
  for (const TypeParam p : this->boundaries()) {
    if (p == 0 || p > this->kTop) continue;
    const auto last = static_cast<TypeParam>(2 * (p - 1) + 1);
    const std::array<TypeParam, 5> values{0, static_cast<TypeParam>(p / 2),
                                          static_cast<TypeParam>(p - 1), p, last};
    for (const TypeParam x : values) {
      ASSERT_EQ(subtract_once(x, p), x % p) << +x << " mod " << +p;
    }
  }
}

TEST(Equal, SeesEverySingleBit) {
  std::array<std::byte, 33> a{}, b{};
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = b[i] = static_cast<std::byte>(7 * i + 1);
  EXPECT_TRUE(equal(a, b));
  for (std::size_t bit = 0; bit < 8 * a.size(); ++bit) {
    b[bit / 8] ^= std::byte{1} << (bit % 8);
    ASSERT_FALSE(equal(a, b)) << "bit " << bit;
    b[bit / 8] ^= std::byte{1} << (bit % 8);
  }
}

TEST(Equal, DifferencesDoNotCancel) {
  const std::array<std::byte, 2> a{std::byte{1}, std::byte{1}}, b{};
  EXPECT_FALSE(equal(a, b));
}

TEST(Equal, ComparesLengths) {
  const std::array<std::byte, 4> zeros{};
  EXPECT_TRUE(equal({}, {}));
  EXPECT_FALSE(equal(zeros, std::span(zeros).first(3)));
  EXPECT_FALSE(equal(zeros, {}));
}

}  // namespace
}  // namespace lath::ct
