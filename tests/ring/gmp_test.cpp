// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/gmp.hpp"

#include <gtest/gtest.h>

#include "base/expect_error.hpp"
#include "ring/gmp_judge.hpp"
#include "ring/property_rings.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::modulo;
using testing::SeededValues;

TEST(Gmp, TakesIntegersOfAnySizeAndSignAndGivesTheirRepresentatives) {
  for (std::uint64_t seed = 1; seed <= testing::seeds(20); ++seed) {
    SeededValues random(seed);
    SCOPED_TRACE(random.label());
    const auto ring = testing::ring_of(16, 1 + random.below(9));
    const mpz_class q = product_of(ring.basis());
    ASSERT_EQ(q, testing::product_of(ring.basis()));
    std::vector<mpz_class> integers;
    mpz_class norm = 0;
    for (int i = 0; i < 16; ++i) {
      mpz_class x = testing::random_integer(random, 1 + random.below(1000));
      if (random.below(8) == 0) x = mpz_class(1) << static_cast<unsigned long>(random.below(300));
      if (random.below(2) != 0) x = -x;
      integers.push_back(x);
    }
    const auto a = from_gmp_integers(ring, std::span<const mpz_class>(integers));
    const auto least = to_gmp_integers(a, Representative::nonnegative);
    const auto centered = to_gmp_integers(a, Representative::centered);
    for (std::size_t i = 0; i < 16; ++i) {
      const mpz_class expected = modulo(integers[i], q), near = testing::centered(expected, q);
      for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
        ASSERT_EQ(a.limb(limb)[i], modulo(integers[i], ring.modulus(limb).value()));
      }
      ASSERT_EQ(least[i], expected);
      ASSERT_EQ(centered[i], near);
      if (abs(near) > norm) norm = abs(near);
    }
    ASSERT_EQ(infinity_norm_gmp(a), norm);
    ASSERT_TRUE(from_gmp_integers(ring, std::span<const mpz_class>(centered)) == a);
  }
}

template <class R>
class GmpProperties : public ::testing::Test {};
TYPED_TEST_SUITE(GmpProperties, testing::PropertyRings);

TYPED_TEST(GmpProperties, IntegersHaveTheResiduesAndGoBack) {
  using R = TypeParam;
  testing::for_each_seed<R>(20, [](const R& ring, SeededValues& random) {
    const auto a = testing::from_integers<Coeff>(ring, random);
    const mpz_class q = product_of(basis_of(ring));
    for (const auto representative : {Representative::nonnegative, Representative::centered}) {
      const bool centered = representative == Representative::centered;
      const auto integers = to_gmp_integers(a, representative);
      for (std::size_t i = 0; i < ring.degree(); ++i) {
        const mpz_class& x = integers[i];
        ASSERT_TRUE(centered ? -q < 2 * x && 2 * x <= q : 0 <= x && x < q) << x;
        for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
          ASSERT_EQ(modulo(x, ring.modulus(limb).value()), a.limb(limb)[i]) << x;
        }
      }
      ASSERT_TRUE(from_gmp_integers(ring, std::span<const mpz_class>(integers)) == a);
    }
  });
}

TEST(Gmp, TakesArraysOfTheCInterface) {
  const auto ring = testing::ring_of(2, 2);
  mpz_t integers[2];
  mpz_init_set_si(integers[0], -7);
  mpz_init_set_ui(integers[1], 9);
  const auto a = from_gmp_integers(ring, std::span<const __mpz_struct>(*integers, 2));
  mpz_clear(integers[0]);
  mpz_clear(integers[1]);
  EXPECT_EQ(to_gmp_integers(a, Representative::centered), (std::vector<mpz_class>{-7, 9}));
}

TEST(Gmp, NeedsOneIntegerPerCoefficient) {
  const auto ring = testing::ring_of(16, 2);
  const std::vector<mpz_class> integers(15);
  expect_error([&] { (void)from_gmp_integers(ring, std::span<const mpz_class>(integers)); },
               ErrorCode::mismatch, {"15 integers", "need 16", "zeros"});
}

}  // namespace
}  // namespace lath
