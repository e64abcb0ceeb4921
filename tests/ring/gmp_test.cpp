// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/gmp.hpp"

#include <gtest/gtest.h>

#include "base/expect_error.hpp"
#include "ring/gmp_judge.hpp"
#include "ring/ring_cases.hpp"

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
      mpz_class expected = modulo(integers[i], q);
      for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
        ASSERT_EQ(a.limb(limb)[i], modulo(integers[i], ring.modulus(limb).value()));
      }
      ASSERT_EQ(least[i], expected);
      if (2 * expected > q) expected -= q;
      ASSERT_EQ(centered[i], expected);
      if (abs(expected) > norm) norm = abs(expected);
    }
    ASSERT_EQ(infinity_norm_gmp(a), norm);
    ASSERT_TRUE(from_gmp_integers(ring, std::span<const mpz_class>(centered)) == a);
  }
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
