// SPDX-License-Identifier: Apache-2.0
//
// The nearest index with enough factors against a search by the definition.
#include "algebra/nearest_index.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "algebra/unit_quotient.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {
namespace {

bool serves(std::uint64_t m, std::size_t factors, std::uint64_t t, std::size_t most_degree) {
  if (m < 3 || m % 4 == 2 || std::gcd(m, t) != 1) return false;
  const UnitQuotient units(m, prime_powers(t));
  return units.representatives().size() >= factors && units.subgroup().size() <= most_degree;
}

// Whether there is such an index nearby, and it is found.
bool expect_nearest(std::uint64_t m, std::size_t factors, std::uint64_t t,
                    std::size_t most_degree) {
  SCOPED_TRACE("index " + std::to_string(m) + ", " + std::to_string(factors) +
               " factors of degrees up to " + std::to_string(most_degree) + " modulo " +
               std::to_string(t));
  std::uint64_t least = 0;
  for (std::uint64_t distance = 0; least == 0; ++distance) {
    if (distance == 200) return false;
    if (distance < m && serves(m - distance, factors, t, most_degree)) {
      least = m - distance;
    } else if (serves(m + distance, factors, t, most_degree)) {
      least = m + distance;
    }
  }
  const auto found = nearest_index(m, factors, prime_powers(t), most_degree);
  const UnitQuotient units(least, prime_powers(t));
  EXPECT_TRUE(found && found->index == least && found->factors == units.representatives().size() &&
              found->degree == units.subgroup().size());
  return true;
}

TEST(NearestIndex, AgreesWithTheDefinition) {
  std::size_t nearby = 0;
  for (const std::uint64_t m : {1U, 2U, 6U, 31U, 64U, 105U, 300U}) {
    for (const std::uint64_t t : {2U, 9U, 257U, 15U}) {
      for (const std::size_t factors : {1U, 2U, 7U, 20U}) {
        for (const std::size_t most_degree : {3U, 12U, 512U}) {
          nearby += expect_nearest(m, factors, t, most_degree) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(nearby, 200);
}

TEST(NearestIndex, IsNoneForTooManyFactors) {
  EXPECT_FALSE(nearest_index(31, std::size_t{1} << 18, prime_powers(2), 512).has_value());
}

TEST(NearestIndex, IsAtMostTheLargestIndex) {
  const auto found = nearest_index(4 * kMaxIndex, 1, prime_powers(5), 1 << 18);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->index, kMaxIndex);
}

}  // namespace
}  // namespace lath::detail
