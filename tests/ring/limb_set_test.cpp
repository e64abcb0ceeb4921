// SPDX-License-Identifier: Apache-2.0
//
// Sets of limbs against sets of the standard library, and rings of limbs of one chain.
#include "lath/ring/limb_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/ring/limbs.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

std::set<std::size_t> places(const LimbSet& limbs) {
  std::set<std::size_t> result;
  for (std::size_t i = 0; i < limbs.size(); ++i) result.insert(limbs.place(i));
  return result;
}

// The set, or none where the operation says that it has too many ranges.
template <class Operation>
std::optional<LimbSet> set_or_none(const Operation& operation) {
  try {
    return operation();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::unsupported);
    return std::nullopt;
  }
}

std::size_t ranges_of(const std::set<std::size_t>& places) {
  return static_cast<std::size_t>(std::count_if(places.begin(), places.end(), [&](std::size_t p) {
    return p == 0 || places.count(p - 1) == 0;
  }));
}

TEST(LimbSets, AreSets) {
  SeededValues random(1);
  SCOPED_TRACE(random.label());
  const auto draw = [&] {
    LimbSet limbs;
    for (int i = 0; i < 3; ++i) {
      const LimbSet part = LimbSet::range(random.below(20), random.below(6));
      if (const auto joined = set_or_none([&] { return limbs | part; })) limbs = *joined;
    }
    return limbs;
  };
  for (int i = 0; i < 5000; ++i) {
    const LimbSet a = draw(), b = draw();
    const auto x = places(a), y = places(b);
    std::set<std::size_t> sum, difference;
    std::set_union(x.begin(), x.end(), y.begin(), y.end(), std::inserter(sum, sum.end()));
    std::set_difference(x.begin(), x.end(), y.begin(), y.end(),
                        std::inserter(difference, difference.end()));
    const auto either = set_or_none([&] { return a | b; });
    const auto without = set_or_none([&] { return a - b; });
    ASSERT_EQ(either.has_value(), ranges_of(sum) <= LimbSet::kRanges);
    ASSERT_EQ(without.has_value(), ranges_of(difference) <= LimbSet::kRanges);
    if (either) {
      ASSERT_EQ(places(*either), sum);
    }
    if (without) {
      ASSERT_EQ(places(*without), difference);
    }
    ASSERT_EQ(a.contains(b), std::includes(x.begin(), x.end(), y.begin(), y.end()));
    ASSERT_EQ(a == b, x == y);
    ASSERT_EQ(a.end(), x.empty() ? 0 : *x.rbegin() + 1);
    ASSERT_EQ(a.is_range(), ranges_of(x) <= 1);
    for (std::size_t place = 0; place < 30; ++place) {
      ASSERT_EQ(a.contains(place), x.count(place) == 1);
      if (x.count(place) == 1) {
        ASSERT_EQ(a.place(a.index(place)), place);
      }
    }
    const std::size_t count = random.below(a.size() + 1);
    ASSERT_EQ(places(a.prefix(count)),
              std::set<std::size_t>(x.begin(), std::next(x.begin(), static_cast<long>(count))));
  }
}

TEST(LimbSets, RefusePlacesThatNoChainHas) {
  expect_error([] { (void)LimbSet::range(65000, 1000); }, ErrorCode::invalid_argument, {"65000"});
  expect_error([] { (void)LimbSet::range(3, 2).prefix(3); }, ErrorCode::invalid_argument,
               {"first 3 limbs"});
  const auto ring = ring_of(16, 4);
  expect_error([&] { (void)ring.select(LimbSet::range(3, 2)); }, ErrorCode::invalid_argument,
               {"places below 4"});
  expect_error([&] { (void)ring.select(LimbSet()); }, ErrorCode::invalid_argument,
               {"at least one"});
}

TEST(Chains, MakeEachPlanOnceForAllRingsOfTheirLimbs) {
  const auto all = ring_of(64, 7);
  const auto level = all.prefix(3), special = all.select(LimbSet::range(5, 2));
  const auto both = all.select(level.limb_set() | special.limb_set());
  ASSERT_EQ(both.limbs(), 5U);
  EXPECT_TRUE(both.shares_chain(all) && special.shares_chain(level));
  for (std::size_t i = 0; i < 5; ++i) {
    const std::size_t place = i < 3 ? i : i + 2;
    EXPECT_EQ(&both.plan(i), &all.plan(place));
    EXPECT_EQ(both.modulus(i).value(), all.modulus(place).value());
  }
  const auto same_level = all.prefix(3);
  EXPECT_EQ(&same_level.basis(), &level.basis());
  EXPECT_EQ(special.basis().size(), 2U);
  EXPECT_TRUE(level == all.prefix(3));
  EXPECT_FALSE(level == special || level == all);
  // Equal moduli are equal rings, whatever their chains.
  const auto apart = DynamicRing::create(64, {all.modulus(5).value(), all.modulus(6).value()});
  EXPECT_TRUE(apart == special);
  EXPECT_FALSE(apart.shares_chain(special));
}

TEST(Chains, GivePolynomialsOfAnyOfTheirLimbs) {
  const auto all = ring_of(64, 7);
  const auto some = all.select(all.limb_set() - LimbSet::range(2, 3));
  SeededValues random(2);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff>(all, random), b = from_integers<Coeff>(all, random);
  const auto product = intt(ntt(a) * ntt(b));
  const auto x = drop_limbs(a, some), y = drop_limbs(b, some);
  EXPECT_TRUE(intt(ntt(x) * ntt(y)) == drop_limbs(product, some));
}

}  // namespace
}  // namespace lath
