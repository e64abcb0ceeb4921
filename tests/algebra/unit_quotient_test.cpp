// SPDX-License-Identifier: Apache-2.0
//
// Units modulo m by a subgroup against the definitions of the subgroup, the cosets and generators.
#include "algebra/unit_quotient.hpp"

#include <gtest/gtest.h>

#include <set>

#include "algebra/ntl_polynomials.hpp"

namespace lath::detail {
namespace {

using testing::for_coprime;
using testing::kSmallModuli;
using testing::name;

using Set = std::set<std::uint64_t>;

std::uint64_t power(std::uint64_t g, std::size_t e, std::uint64_t m) {
  std::uint64_t result = 1;
  while (e-- > 0) result = result * g % m;
  return result;
}

// The products of the powers of generators.
Set generated(const std::vector<std::uint64_t>& generators, std::uint64_t m) {
  Set group{1};
  for (std::size_t size = 0; size != group.size();) {
    size = group.size();
    const Set before = group;
    for (const std::uint64_t x : before) {
      for (const std::uint64_t g : generators) group.insert(x * g % m);
    }
  }
  return group;
}

// The least e >= 1 with g^e in a group.
std::size_t order(std::uint64_t g, const Set& group, std::uint64_t m) {
  std::size_t e = 1;
  for (std::uint64_t x = g; !group.contains(x); x = x * g % m) ++e;
  return e;
}

std::vector<std::uint64_t> primes_of(std::uint64_t t) {
  std::vector<std::uint64_t> primes;
  for (const PrimePower& q : prime_powers(t)) primes.push_back(q.prime);
  return primes;
}

// The generator that the header describes.
UnitQuotient::Dimension best(const Set& group, std::uint64_t m) {
  UnitQuotient::Dimension found{1, 1, false};
  for (std::uint64_t i = 1; i < m; ++i) {
    const std::uint64_t g = i == 1 ? m - 1 : i;  // -1 before the others
    if (std::gcd(g, m) != 1) continue;
    const std::size_t length = order(g, group, m);
    const bool good = power(g, length, m) == 1;
    if (length > found.length || (length == found.length && good && !found.good)) {
      found = {g, length, good};
    }
  }
  return found;
}

TEST(UnitQuotient, HasTheGeneratorsOfItsDefinition) {
  std::size_t bad = 0;
  for_coprime(3, 130, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const UnitQuotient units(m, prime_powers(t));
    auto generators = primes_of(t);
    for (const auto& [generator, length, good] : units.dimensions()) {
      const auto expected = best(generated(generators, m), m);
      EXPECT_EQ(generator, expected.generator);
      EXPECT_EQ(length, expected.length);
      EXPECT_EQ(good, expected.good);
      generators.push_back(generator);
      if (!good) ++bad;
    }
  });
  EXPECT_GT(bad, 5);
}

TEST(UnitQuotient, HasEachUnitInOneCoset) {
  for_coprime(3, 300, kSmallModuli, [](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const UnitQuotient units(m, prime_powers(t));
    EXPECT_EQ(units.index(), m);
    Set seen;
    for (std::size_t s = 0; s < units.representatives().size(); ++s) {
      std::uint64_t product = 1;
      std::size_t rest = s;
      for (const auto& dimension : units.dimensions()) {
        product = product * power(dimension.generator, rest % dimension.length, m) % m;
        rest /= dimension.length;
      }
      ASSERT_EQ(units.representatives()[s], product);
      for (const std::uint64_t h : units.subgroup()) {
        ASSERT_EQ(units.coset_of(product * h % m), s);
        seen.insert(product * h % m);
      }
    }
    std::uint64_t count = 0;
    for (std::uint64_t x = 1; x < m; ++x) count += std::gcd(x, m) == 1 ? 1 : 0;
    EXPECT_EQ(seen.size(), count);
  });
}

TEST(UnitQuotient, HasTheSubgroupOfItsCycles) {
  for_coprime(3, 200, {2, 9, 257, 6, 15, 2310}, [](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const UnitQuotient units(m, prime_powers(t));
    std::vector<std::uint64_t> products{1};
    for (const auto& [generator, length] : units.cycles()) {
      EXPECT_GT(length, 1);
      const auto before = products;
      for (std::size_t e = 1; e < length; ++e) {
        for (const std::uint64_t x : before) products.push_back(x * power(generator, e, m) % m);
      }
    }
    const auto subgroup = units.subgroup();
    EXPECT_EQ(std::vector<std::uint64_t>(subgroup.begin(), subgroup.end()), products);
    EXPECT_EQ(Set(products.begin(), products.end()), generated(primes_of(t), m));
  });
}

TEST(UnitQuotient, SubgroupsAreCountedUpToALimit) {
  for_coprime(3, 100, {2, 9, 257, 6, 15, 2310}, [](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto powers = prime_powers(t);
    const std::size_t size = generated(primes_of(t), m).size();
    for (std::size_t most = 1; most <= size + 2; ++most) {
      EXPECT_EQ(subgroup_order(m, powers, most), std::min(size, most + 1));
    }
  });
}

}  // namespace
}  // namespace lath::detail
