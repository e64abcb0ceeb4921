// SPDX-License-Identifier: Apache-2.0
//
// The hypercube of slots, and what automorphisms of polynomials do to it.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "he/slots/slot_cases.hpp"

namespace lath::he {
namespace {

using testing::algebra_of;
using testing::encoded;
using testing::encoded_constants;
using testing::for_coprime;
using testing::from_words;
using testing::kSmallModuli;
using testing::name;
using testing::Polynomials;
using testing::random_residues;
using testing::rotated;
using testing::SeededValues;
using testing::Words;

std::uint64_t power(std::uint64_t g, std::size_t e, std::uint64_t m) {
  std::uint64_t result = 1;
  while (e-- > 0) result = result * g % m;
  return result;
}

TEST(Hypercube, RepresentativesAreAllCosetsOnce) {
  for_coprime(3, 300, kSmallModuli, [](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    std::set<std::uint64_t> seen;
    for (std::size_t s = 0; s < algebra.slots(); ++s) {
      std::uint64_t product = 1;
      std::size_t rest = s;
      for (const SlotDimension& dimension : algebra.dimensions()) {
        product = product * power(dimension.generator, rest % dimension.length, m) % m;
        rest /= dimension.length;
      }
      ASSERT_EQ(algebra.representative(s), product);
      for (const std::uint64_t h : algebra.subgroup()) {
        ASSERT_EQ(algebra.slot_of(product * h), s);
        seen.insert(product * h % m);
      }
    }
    EXPECT_EQ(seen.size(), algebra.index().degree());
  });
}

TEST(Hypercube, GoodDimensionsComeAround) {
  std::size_t bad = 0;
  for_coprime(3, 300, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    std::size_t longest = algebra.slots();
    for (const SlotDimension& dimension : algebra.dimensions()) {
      EXPECT_LE(dimension.length, longest);
      longest = dimension.length;
      EXPECT_EQ(power(dimension.generator, dimension.length, m) == 1, dimension.good);
      if (!dimension.good) ++bad;
    }
  });
  EXPECT_GT(bad, 20);
}

TEST(Hypercube, SubgroupsOfPrimePowersAreInTheOrderOfFrobenius) {
  for_coprime(3, 100, {2, 3, 4, 25, 257}, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    const std::uint64_t p = t == 257 ? 257 : t == 25 ? 5 : t == 3 ? 3 : 2;
    for (std::size_t i = 0; i < algebra.slot_degree(); ++i) {
      EXPECT_EQ(algebra.subgroup()[i], power(p % m, i, m));
      EXPECT_EQ(algebra.frobenius(static_cast<std::int64_t>(i)), algebra.subgroup()[i]);
    }
    EXPECT_EQ(algebra.frobenius(-1) * p % m, 1 % m);
  });
}

// Slot s gets what the slot of g j_s held, with y^h in place of y.
TEST(Automorphisms, MoveSlotsAndApplyFrobenius) {
  SeededValues values(1);
  for_coprime(3, 40, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    const Polynomials polynomials(algebra);
    const std::size_t d = algebra.slot_degree();
    const Words words = random_residues(algebra.index().degree(), t, values);
    const NTL::ZZ_pX a = polynomials.from_powerful(encoded(algebra, words));
    for (std::uint64_t g = 1; g < m; ++g) {
      if (std::gcd(g, m) != 1) continue;
      const Words moved = polynomials.slots_of(polynomials.substituted(a, g), algebra);
      for (std::size_t s = 0; s < algebra.slots(); ++s) {
        const std::uint64_t unit = g * algebra.representative(s) % m;
        const std::size_t source = algebra.slot_of(unit);
        const auto h = std::ranges::find_if(algebra.subgroup(), [&](std::uint64_t x) {
          return x * algebra.representative(source) % m == unit;
        });
        const NTL::ZZ_pX held = from_words(std::span(words).subspan(source * d, d));
        EXPECT_EQ(from_words(std::span(moved).subspan(s * d, d)), polynomials.value(held, *h));
      }
    }
  });
}

void expect_rotation(const SlotAlgebra& algebra, const Polynomials& polynomials, const Words& words,
                     std::size_t dimension, std::int64_t amount) {
  const NTL::ZZ_pX a = polynomials.from_powerful(encoded(algebra, words));
  const auto parts = algebra.rotation(dimension, amount);
  NTL::ZZ_pX sum;
  for (const RotationPart& part : parts) {
    NTL::ZZ_pX term = polynomials.substituted(a, part.exponent);
    if (!part.mask.empty()) {
      term = NTL::MulMod(term, polynomials.from_powerful(part.mask), polynomials.phi());
    }
    sum += term;
  }
  EXPECT_EQ(polynomials.slots_of(sum, algebra), rotated(algebra, words, dimension, amount))
      << "dimension " << dimension << ", amount " << amount;
  const bool one = algebra.dimensions()[dimension].good || parts.size() == 1;
  EXPECT_EQ(parts.size(), one ? 1 : 2);
}

void expect_rotations(std::uint64_t m, std::uint64_t t, std::int64_t step) {
  SCOPED_TRACE(name(m, t));
  SeededValues values(2);
  const auto algebra = algebra_of(m, t);
  const Polynomials polynomials(algebra);
  const Words words = random_residues(algebra.index().degree(), t, values);
  for (std::size_t i = 0; i < algebra.dimensions().size(); ++i) {
    const auto length = static_cast<std::int64_t>(algebra.dimensions()[i].length);
    for (std::int64_t amount = -1; amount <= length; amount += step) {
      expect_rotation(algebra, polynomials, words, i, amount);
    }
  }
}

TEST(Rotations, AreThoseOfEachDimensionForSmallIndices) {
  for_coprime(3, 100, kSmallModuli,
              [](std::uint64_t m, std::uint64_t t) { expect_rotations(m, t, 1); });
}
TEST(Rotations, AreThoseOfEachDimensionFor4095) { expect_rotations(4095, 2, 1); }
TEST(Rotations, TakeTwoAutomorphismsInLongBadDimensions) {
  const auto algebra = algebra_of(1285, 2);  // 5 * 257
  EXPECT_FALSE(algebra.dimensions()[0].good);
  expect_rotations(1285, 2, 3);
}

// Does the steps of sums as their comment says.
NTL::ZZ_pX summed(NTL::ZZ_pX a, const std::vector<SumSteps>& sums, const Polynomials& polynomials) {
  for (const SumSteps& sum : sums) {
    const NTL::ZZ_pX first = a;
    for (const auto& [exponent, addend] : sum.steps) {
      const NTL::ZZ_pX moved = polynomials.substituted(a, exponent);
      a = moved + (addend == SumSteps::Addend::first ? first : a);
    }
  }
  return a;
}

TEST(Sums, TracesAreThoseOfEachSlot) {
  SeededValues values(3);
  for_coprime(3, 60, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    const Polynomials polynomials(algebra);
    const std::size_t d = algebra.slot_degree();
    const Words words = random_residues(algebra.index().degree(), t, values);
    const NTL::ZZ_pX a = polynomials.from_powerful(encoded(algebra, words));
    const Words traces = polynomials.slots_of(summed(a, algebra.trace(), polynomials), algebra);
    for (std::size_t s = 0; s < algebra.slots(); ++s) {
      NTL::ZZ_pX trace;
      for (const std::uint64_t h : algebra.subgroup()) {
        trace += polynomials.value(from_words(std::span(words).subspan(s * d, d)), h);
      }
      EXPECT_LE(NTL::deg(trace), 0);
      EXPECT_EQ(from_words(std::span(traces).subspan(s * d, d)), trace);
    }
  });
}

TEST(Sums, TotalsAreInEverySlot) {
  SeededValues values(4);
  for_coprime(3, 100, kSmallModuli, [&](std::uint64_t m, std::uint64_t t) {
    SCOPED_TRACE(name(m, t));
    const auto algebra = algebra_of(m, t);
    const Polynomials polynomials(algebra);
    const Words constants = random_residues(algebra.slots(), t, values);
    std::uint64_t total = 0;
    for (const std::uint64_t x : constants) total = (total + x) % t;
    const auto a = polynomials.from_powerful(encoded_constants(algebra, constants));
    EXPECT_EQ(summed(a, algebra.total(), polynomials),
              NTL::ZZ_pX(NTL::conv<NTL::ZZ_p>(testing::big(total))));
  });
}

TEST(Sums, TotalsOfElementsInGoodDimensions) {
  SeededValues values(5);
  const auto algebra = algebra_of(4095, 2);
  const Polynomials polynomials(algebra);
  const Words words = random_residues(1728, 2, values);
  Words total(12);
  for (std::size_t i = 0; i < words.size(); ++i) total[i % 12] ^= words[i];
  const auto a = polynomials.from_powerful(encoded(algebra, words));
  const Words sums = polynomials.slots_of(summed(a, algebra.total(), polynomials), algebra);
  for (std::size_t i = 0; i < sums.size(); ++i) EXPECT_EQ(sums[i], total[i % 12]);
}

}  // namespace
}  // namespace lath::he
