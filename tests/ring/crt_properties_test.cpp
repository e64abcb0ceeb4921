// SPDX-License-Identifier: Apache-2.0
//
// Between residues and integers and back, in rings of both kinds and of every word;
// LATH_TEST_SEEDS says with how many polynomials.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "lath/ring/integers.hpp"
#include "ring/gmp_judge.hpp"
#include "ring/property_rings.hpp"

namespace lath {
namespace {

using testing::SeededValues;

template <class R>
class CrtProperties : public ::testing::Test {};
TYPED_TEST_SUITE(CrtProperties, testing::PropertyRings);

constexpr Representative kRepresentatives[] = {Representative::nonnegative,
                                               Representative::centered};

// The residues of the integers are those of the polynomial, the integers lie where the
// representative says, and they make the polynomial again.
TYPED_TEST(CrtProperties, LiftsAreTheIntegersWithTheResiduesAndGoBack) {
  using R = TypeParam;
  testing::for_each_seed<R>(20, [](const R& ring, SeededValues& random) {
    const auto a = testing::from_integers<Coeff>(ring, random);
    const RnsBasis basis = basis_of(ring);
    const mpz_class q = testing::product_of(basis);
    const std::size_t n = basis.words();
    for (const auto representative : kRepresentatives) {
      const bool centered = representative == Representative::centered;
      const auto words = lift(a, representative);
      for (std::size_t i = 0; i < ring.degree(); ++i) {
        const auto one = words.span().subspan(i * n, n);
        const mpz_class x = centered ? testing::two_complement(one) : testing::natural(one);
        ASSERT_TRUE(centered ? -q < 2 * x && 2 * x <= q : 0 <= x && x < q) << x;
        for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
          ASSERT_EQ(testing::modulo(x, ring.modulus(limb).value()), a.limb(limb)[i]) << x;
        }
      }
      ASSERT_TRUE(from_multiword(ring, words.span(), n, representative) == a);
    }
  });
}

TYPED_TEST(CrtProperties, WideIntegersGoBack) {
  using R = TypeParam;
  testing::for_each_seed<R>(20, [](const R& ring, SeededValues& random) {
    const auto a = testing::from_integers<Coeff>(ring, random);
    for (const auto representative : kRepresentatives) {
      const auto integers = to_wide_integers<6>(a, representative);
      ASSERT_TRUE(from_wide_integers(ring, integers.span(), representative) == a);
    }
  });
}

// A sum of representatives, which may be any integer of its class, is the sum in the ring.
TYPED_TEST(CrtProperties, SumsOfIntegersAreThoseOfThePolynomials) {
  using R = TypeParam;
  testing::for_each_seed<R>(20, [](const R& ring, SeededValues& random) {
    const auto a = testing::from_integers<Coeff>(ring, random),
               b = testing::from_integers<Coeff>(ring, random);
    const std::size_t n = basis_of(ring).words();
    const auto x = lift(a, Representative::centered), y = lift(b, Representative::centered);
    std::vector<std::uint64_t> sums;
    for (std::size_t i = 0; i < ring.degree(); ++i) {
      const mpz_class sum = testing::two_complement(x.span().subspan(i * n, n)) +
                            testing::two_complement(y.span().subspan(i * n, n));
      for (const std::uint64_t word : testing::words_of_integer(sum, n + 1)) sums.push_back(word);
    }
    ASSERT_TRUE(from_multiword(ring, sums, n + 1, Representative::centered) == Poly(a + b));
  });
}

TYPED_TEST(CrtProperties, BuiltInIntegersGoInAndComeOut) {
  using R = TypeParam;
  testing::for_each_seed<R>(20, [](const R& ring, SeededValues& random) {
    std::vector<std::int64_t> integers(ring.degree());
    std::int64_t largest = 0;
    for (std::int64_t& x : integers) {
      // Below half of the smallest Q, that of three primes of 14 bits.
      x = static_cast<std::int64_t>(random.below(std::uint64_t{1} << 40)) - (std::int64_t{1} << 39);
      largest = std::max(largest, std::abs(x));
    }
    const auto a = from_integers(ring, std::span<const std::int64_t>(integers));
    const auto words = lift(a, Representative::centered);
    const std::size_t n = basis_of(ring).words();
    for (std::size_t i = 0; i < ring.degree(); ++i) {
      ASSERT_EQ(static_cast<std::int64_t>(words[i * n]), integers[i]);
    }
    ASSERT_EQ(testing::natural(infinity_norm(a)),
              testing::natural(static_cast<std::uint64_t>(largest)));
  });
}

}  // namespace
}  // namespace lath
