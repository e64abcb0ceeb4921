// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "lath/ring/poly.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::EvalPoly;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

// Calls check(ring, random) for rings of 1, 2 and 7 limbs and several seeds. The axioms are in
// ring_properties_test.cpp.
template <class Check>
void for_each_ring(std::size_t degree, const Check& check) {
  for (const std::size_t limbs : {1U, 2U, 7U}) {
    const auto ring = ring_of(degree, limbs);
    for (std::uint64_t seed = 1; seed <= testing::seeds(5); ++seed) {
      SeededValues random(seed);
      SCOPED_TRACE(random.label() + ", limbs " + std::to_string(limbs));
      check(ring, random);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(PolyAlgebra, SumsDifferencesAndNegativesAreThoseOfTheCoefficients) {
  for_each_ring(32, [](const DynamicRing& ring, SeededValues& random) {
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    const CoeffPoly sum = a + b, difference = a - b, negative = -a;
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
      const std::uint64_t p = ring.modulus(limb).value();
      for (std::size_t i = 0; i < ring.degree(); ++i) {
        const std::uint64_t x = a.limb(limb)[i], y = b.limb(limb)[i];
        ASSERT_EQ(sum.limb(limb)[i], (x + y) % p);
        ASSERT_EQ(difference.limb(limb)[i], (x + p - y) % p);
        ASSERT_EQ(negative.limb(limb)[i], (p - x) % p);
      }
    }
  });
}

TEST(PolyAlgebra, AssigningOperatorsDoWhatTheOthersDo) {
  for_each_ring(32, [](const DynamicRing& ring, SeededValues& random) {
    const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
    auto c = a;
    ASSERT_TRUE((c += b) == a + b);
    ASSERT_TRUE((c -= b) == a);
    ASSERT_TRUE((c *= b) == a * b);
    c = a;
    c += c;
    ASSERT_TRUE(c == a + a);
    c = a;
    c *= c;
    ASSERT_TRUE(c == a * a);
    c -= c;
    ASSERT_TRUE(c == EvalPoly(ring));
  });
}

// x^n = -1: multiplying n times by x negates.
TEST(PolyAlgebra, MultiplyingByXAsOftenAsTheDegreeNegates) {
  for_each_ring(16, [](const DynamicRing& ring, SeededValues& random) {
    const auto a = from_integers<Coeff>(ring, random);
    CoeffPoly monomial(ring);
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) monomial.limb(limb)[1] = 1;
    const auto x = ntt(monomial);
    auto power = ntt(a);
    for (std::size_t i = 0; i < ring.degree(); ++i) power *= x;
    ASSERT_TRUE(intt(power) == -a);
  });
}

}  // namespace
}  // namespace lath
