// SPDX-License-Identifier: Apache-2.0
//
// What holds for all polynomials, in rings of both kinds and of every word; LATH_TEST_SEEDS says
// with how many.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "lath/ring/prepared.hpp"
#include "ntt/definition.hpp"
#include "ring/property_rings.hpp"

namespace lath {
namespace {

using testing::from_integers;
using testing::SeededValues;

template <class R>
class RingProperties : public ::testing::Test {};
TYPED_TEST_SUITE(RingProperties, testing::PropertyRings);

TYPED_TEST(RingProperties, PolynomialsFormACommutativeRing) {
  using R = TypeParam;
  testing::for_each_seed<R>(10, [](const R& ring, SeededValues& random) {
    const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
    const auto c = from_integers<Eval>(ring, random);
    const Poly<R, Eval> zero(ring);
    Poly<R, Coeff> unit(ring);
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) unit.limb(limb)[0] = 1;
    const auto one = ntt(unit);
    ASSERT_TRUE(a + b == b + a);
    ASSERT_TRUE((a + b) + c == a + (b + c));
    ASSERT_TRUE(Poly(a + zero) == a);
    ASSERT_TRUE(Poly(a + (-a)) == zero);
    ASSERT_TRUE(a - b == a + (-b));
    ASSERT_TRUE(a * b == b * a);
    ASSERT_TRUE((a * b) * c == a * (b * c));
    ASSERT_TRUE(Poly(a * one) == a);
    ASSERT_TRUE(a * (b + c) == a * b + a * c);
    ASSERT_TRUE(a * prepare(b) == a * b);
    // Polynomials of which all this held trivially would be of no use.
    ASSERT_FALSE(a == b);
    ASSERT_FALSE(Poly(a * b) == zero);
  });
}

TYPED_TEST(RingProperties, CoefficientFormsFormAGroup) {
  using R = TypeParam;
  testing::for_each_seed<R>(10, [](const R& ring, SeededValues& random) {
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    const auto c = from_integers<Coeff>(ring, random);
    const Poly<R, Coeff> zero(ring);
    ASSERT_TRUE(a + b == b + a);
    ASSERT_TRUE((a + b) + c == a + (b + c));
    ASSERT_TRUE(Poly(a + zero) == a);
    ASSERT_TRUE(Poly(a + (-a)) == zero);
    ASSERT_TRUE(a - b == a + (-b));
    ASSERT_FALSE(a == b);
  });
}

TYPED_TEST(RingProperties, TransformsAreLinearAndInvertible) {
  using R = TypeParam;
  testing::for_each_seed<R>(10, [](const R& ring, SeededValues& random) {
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    const auto x = from_integers<Eval>(ring, random), y = from_integers<Eval>(ring, random);
    ASSERT_TRUE(ntt(a + b) == Poly(ntt(a) + ntt(b)));
    ASSERT_TRUE(ntt(-a) == Poly(-ntt(a)));
    ASSERT_TRUE(intt(x + y) == Poly(intt(x) + intt(y)));
    ASSERT_TRUE(intt(ntt(a)) == a);
    ASSERT_TRUE(ntt(intt(x)) == x);
    // Multiples by a number, which the definition gives in either form.
    auto multiple = a;
    auto multiple_of_values = ntt(a);
    const std::uint64_t k = random.next();
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
      const std::uint64_t p = ring.modulus(limb).value();
      for (auto* poly_limb : {multiple.limb(limb).data(), multiple_of_values.limb(limb).data()}) {
        for (std::size_t i = 0; i < ring.degree(); ++i) {
          poly_limb[i] =
              static_cast<typename R::Word>(testing::multiply_by_division(poly_limb[i], k % p, p));
        }
      }
    }
    ASSERT_TRUE(ntt(multiple) == multiple_of_values);
  });
}

TYPED_TEST(RingProperties, TransformsAreMultiplicative) {
  using R = TypeParam;
  testing::for_each_seed<R>(5, [](const R& ring, SeededValues& random) {
    const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
    const auto product = intt(ntt(a) * ntt(b));
    for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
      ASSERT_EQ(
          testing::copy_of_limb(product, limb),
          testing::schoolbook_product(testing::copy_of_limb(a, limb),
                                      testing::copy_of_limb(b, limb), ring.modulus(limb).value()));
    }
  });
}

}  // namespace
}  // namespace lath
