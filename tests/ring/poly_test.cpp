// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/poly.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::copy_of_words;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

TEST(Poly, StartsAsZero) {
  const Poly<DynamicRing, Coeff> zero(ring_of(16, 3));
  ASSERT_EQ(testing::copy_of_words(zero).size(), 48U);
  for (const std::uint64_t word : zero.memory()) ASSERT_EQ(word, 0U);
}

// Rows of 32 KiB and more are not a whole number of pages apart; shorter ones have no gaps but what
// fills a cache line.
TEST(Poly, RowsAreApartWhereTheyAreLong) {
  EXPECT_EQ(row_stride<std::uint64_t>(4096, 2), 4096U + 72U);
  EXPECT_EQ(row_stride<std::uint64_t>(4096, 1), 4096U);
  EXPECT_EQ(row_stride<std::uint64_t>(2048, 2), 2048U);
  EXPECT_EQ(row_stride<std::uint64_t>(4608, 2), 4608U + 72U);
  EXPECT_EQ(row_stride<std::uint64_t>(4616, 2), 4616U);
  EXPECT_EQ(row_stride<std::uint64_t>(2420, 2), 2424U);
  EXPECT_EQ(row_stride<std::uint32_t>(8192, 2), 8192U + 144U);
  EXPECT_EQ(row_stride<std::uint32_t>(4096, 2), 4096U);
  EXPECT_EQ(row_stride<std::uint16_t>(2, 2), 32U);
}

// The words between rows are zero whatever memory held before.
TEST(Poly, HasZerosBetweenItsLimbs) {
  SeededValues random(9);
  const auto ring = ring_of(4096, 3);
  const auto words = testing::words_of(ring, random);
  for (int i = 0; i < 4; ++i) {
    std::size_t size = 0;
    {
      auto used = Poly<DynamicRing, Coeff>(ring);
      size = used.memory().size();
      std::fill_n(used.limb(0).data(), size, ~std::uint64_t{0});
    }
    const auto a = Poly<DynamicRing, Coeff>::from_words(ring, words);
    ASSERT_EQ(a.stride(), 4096U + 72U);
    ASSERT_EQ(a.memory().size(), size);
    for (std::size_t limb = 0; limb < 3; ++limb) {
      for (const std::uint64_t word : a.memory().subspan(limb * a.stride() + 4096, 72)) {
        ASSERT_EQ(word, 0U);
      }
    }
  }
}

TEST(Poly, LimbsAreConsecutiveParts) {
  SeededValues random(1);
  const auto a = from_integers<Coeff>(ring_of(16, 3), random);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(a.limb(i).data(), a.memory().data() + a.stride() * i);
    EXPECT_EQ(a.limb(i).size(), 16U);
  }
}

TEST(Poly, BecomesZeroByAssignment) {
  SeededValues random(8);
  auto a = from_integers<Coeff>(ring_of(16, 3), random);
  a = Poly<DynamicRing, Coeff>(a.ring());
  EXPECT_EQ(testing::copy_of_words(a), std::vector<std::uint64_t>(48));
}

TEST(Poly, SwapsItsRingAndWords) {
  SeededValues random(9);
  auto a = from_integers<Coeff>(ring_of(16, 3), random),
       b = from_integers<Coeff>(ring_of(32, 1), random);
  const auto a_before = a, b_before = b;
  const std::uint64_t* memory = a.memory().data();
  std::swap(a, b);
  EXPECT_TRUE(a == b_before && b == a_before);
  EXPECT_EQ(b.memory().data(), memory);
}

// A comparison that is satisfied by any one equal word would call these equal.
TEST(PolyEquality, IsFalseAsSoonAsOneWordDiffers) {
  SeededValues random(2);
  const auto ring = ring_of(16, 3);
  const auto a = from_integers<Coeff>(ring, random);
  EXPECT_TRUE(a == Poly(a));
  for (std::size_t limb = 0; limb < 3; ++limb) {
    for (std::size_t i = 0; i < 16; ++i) {
      auto b = a;
      std::uint64_t& word = b.limb(limb)[i];
      word = word == 0 ? 1 : word - 1;
      ASSERT_FALSE(a == b) << "limb " << limb << ", word " << i;
      ASSERT_TRUE(a != b);
    }
  }
}

TEST(PolyEquality, IsTrueForEqualWordsOfEqualRings) {
  SeededValues random(3);
  const auto ring = ring_of(16, 2), same = ring_of(16, 2);
  const auto words = testing::words_of(ring, random);
  using P = Poly<DynamicRing, Eval>;
  EXPECT_TRUE(P::from_words(ring, words) == P::from_words(same, words));
}

TEST(PolyEquality, IsFalseForDifferentRings) {
  using P = Poly<DynamicRing, Coeff>;
  EXPECT_FALSE(P(ring_of(16, 2)) == P(ring_of(16, 3)));
  EXPECT_FALSE(P(ring_of(16, 2)) == P(ring_of(32, 1)));
  EXPECT_FALSE(P(DynamicRing::create(16, {97})) == P(DynamicRing::create(16, {193})));
}

TEST(PolyTransforms, LeaveAnLvalueAsItWas) {
  SeededValues random(4);
  const auto a = from_integers<Coeff>(ring_of(64, 2), random);
  const auto before = testing::copy_of_words(a);
  const auto values = ntt(a);
  EXPECT_EQ(testing::copy_of_words(a), before);
  EXPECT_NE(values.memory().data(), a.memory().data());
  const auto values_before = testing::copy_of_words(values);
  const auto back = intt(values);
  EXPECT_EQ(testing::copy_of_words(values), values_before);
  EXPECT_TRUE(back == a);
}

TEST(PolyTransforms, ReuseTheMemoryOfATemporary) {
  SeededValues random(5);
  auto a = from_integers<Coeff>(ring_of(64, 2), random);
  const auto original = a;
  const std::uint64_t* memory = a.memory().data();
  auto values = ntt(std::move(a));
  EXPECT_EQ(values.memory().data(), memory);
  const auto back = intt(std::move(values));
  EXPECT_EQ(back.memory().data(), memory);
  EXPECT_TRUE(back == original);
}

TEST(PolyTransforms, TreatEveryLimbByItsOwnPlan) {
  SeededValues random(6);
  const auto ring = ring_of(32, 7);
  const auto a = from_integers<Coeff>(ring, random);
  const auto values = ntt(a);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    std::vector<std::uint64_t> limb(a.limb(i).begin(), a.limb(i).end());
    ring.plan(i).forward(limb.data());
    ASSERT_EQ(std::vector<std::uint64_t>(values.limb(i).begin(), values.limb(i).end()), limb);
  }
}

// Operands of other rings, every operator, and the operands afterwards.
TEST(PolyMismatch, ThrowsAndLeavesBothOperandsAsTheyWere) {
  SeededValues random(7);
  const auto ring = ring_of(16, 2);
  auto a = from_integers<Eval>(ring, random);
  const auto before = a;
  for (const DynamicRing& other :
       {ring_of(16, 1), ring_of(16, 3), ring_of(32, 2), DynamicRing::create(16, {97, 193})}) {
    const auto b = from_integers<Eval>(other, random);
    const auto b_before = b;
    const auto refuses = [&](const char* name, const auto& action) {
      testing::expect_error(action, ErrorCode::mismatch,
                            {"operator " + std::string(name), "degree 16 with 2 limbs",
                             "of degree " + std::to_string(other.degree()) + " with " +
                                 std::to_string(other.limbs()) + " limbs",
                             "one ring", "same moduli"});
      EXPECT_TRUE(a == before);
      EXPECT_TRUE(b == b_before);
    };
    refuses("+", [&] { (void)(a + b); });
    refuses("-", [&] { (void)(a - b); });
    refuses("*", [&] { (void)(a * b); });
    refuses("+", [&] { a += b; });
    refuses("-", [&] { a -= b; });
    refuses("*", [&] { a *= b; });
  }
}

}  // namespace
}  // namespace lath
