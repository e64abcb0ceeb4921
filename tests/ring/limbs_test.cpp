// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/limbs.hpp"
#include "lath/ring/integers.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/expect_error.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::copy_of_limb;
using testing::expect_error;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

TEST(DynamicRingPrefix, IsTheRingOfTheFirstModuliAndSharesTheirTables) {
  const auto ring = ring_of(64, 5);
  for (std::size_t limbs = 1; limbs <= 5; ++limbs) {
    const auto prefix = ring.prefix(limbs);
    EXPECT_TRUE(prefix == ring_of(64, limbs));
    EXPECT_EQ(prefix.basis().size(), limbs);
  }
  for (const std::size_t limbs : {0U, 6U}) {
    expect_error([&] { (void)ring.prefix(limbs); }, ErrorCode::invalid_argument,
                 {"prefix of " + std::to_string(limbs), "need 1 to 5", "extended"});
  }
}

TEST(DynamicRingExtended, AppendsModuli) {
  const auto ring = ring_of(64, 2);
  const auto longer = ring.extended({257, 641});
  EXPECT_EQ(longer.limbs(), 4U);
  EXPECT_EQ(longer.modulus(3).value(), 641U);
  EXPECT_TRUE(longer.prefix(2) == ring);
  EXPECT_TRUE(ring.extended({}) == ring);
  const std::uint64_t present = ring.modulus(1).value();
  expect_error([&] { (void)ring.extended({present}); }, ErrorCode::invalid_argument,
               {"modulus " + std::to_string(present) + " twice", "distinct"});
  expect_error([&] { (void)ring.extended({258}); }, ErrorCode::invalid_argument, {"modulus 258"});
}

TEST(DropLimbs, KeepsTheOthersInBothForms) {
  const auto ring = ring_of(32, 4);
  SeededValues random(1);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff>(ring, random);
  for (std::size_t limbs = 1; limbs <= 4; ++limbs) {
    const auto dropped = drop_limbs(a, ring.prefix(limbs));
    for (std::size_t i = 0; i < limbs; ++i) {
      ASSERT_EQ(copy_of_limb(dropped, i), copy_of_limb(a, i));
    }
    EXPECT_TRUE(drop_limbs(ntt(a), ring.prefix(limbs)) == ntt(dropped));
  }
  const auto chosen = DynamicRing::create(32, {ring.modulus(3).value(), ring.modulus(1).value()});
  const auto picked = drop_limbs(a, chosen);
  EXPECT_EQ(copy_of_limb(picked, 0), copy_of_limb(a, 3));
  EXPECT_EQ(copy_of_limb(picked, 1), copy_of_limb(a, 1));
}

TEST(DropLimbs, NeedsModuliOfThePolynomial) {
  const CoeffPoly a(ring_of(32, 2));
  const auto larger = ring_of(32, 3);
  expect_error([&] { (void)drop_limbs(a, larger); }, ErrorCode::mismatch,
               {"modulus " + std::to_string(larger.modulus(2).value()), "among those", "prefix"});
  expect_error([&] { (void)drop_limbs(a, ring_of(64, 2)); }, ErrorCode::mismatch,
               {"degree 32", "degree 64"});
}

TEST(AppendLimbs, EmbedsTheCenteredCoefficients) {
  const auto ring = ring_of(32, 2);
  SeededValues random(2);
  SCOPED_TRACE(random.label());
  std::vector<std::int64_t> integers(32);
  for (std::int64_t& x : integers) {
    x = static_cast<std::int64_t>(random.below(2000001)) - 1000000;
  }
  const std::span<const std::int64_t> values(integers);
  // New limbs behind, in front and between.
  const auto behind = ring.extended({193, 257, 449});
  const auto around =
      DynamicRing::create(32, {193, ring.modulus(1).value(), 257, ring.modulus(0).value()});
  const auto a = from_integers(ring, values);
  EXPECT_TRUE(append_limbs(a, behind) == from_integers(behind, values));
  EXPECT_TRUE(append_limbs(a, around) == from_integers(around, values));
  EXPECT_TRUE(append_limbs(a, ring) == a);
  const auto any = from_integers<Coeff>(ring, random);
  EXPECT_TRUE(drop_limbs(append_limbs(any, behind), ring) == any);
  EXPECT_TRUE(append_limbs(any, behind) == testing::lifted_to(behind, any));
}

TEST(AppendLimbs, NeedsEveryModulusOfThePolynomial) {
  const auto ring = ring_of(32, 3);
  const CoeffPoly a(ring);
  expect_error([&] { (void)append_limbs(a, ring.prefix(2)); }, ErrorCode::mismatch,
               {"modulus " + std::to_string(ring.modulus(2).value()), "every modulus", "extended"});
}

}  // namespace
}  // namespace lath
