// SPDX-License-Identifier: Apache-2.0
//
// Products of polynomials by integers and by integers modulo Q, alone and with sums around them.
#include "lath/ring/scalar.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/static_ring.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

// f(limb's modulus, index) for every word of a polynomial, by 128-bit integers.
template <class P, class F>
P by_word(const P& like, const F& f) {
  P result(like.ring());
  for (std::size_t limb = 0; limb < like.ring().limbs(); ++limb) {
    const std::uint64_t p = like.ring().modulus(limb).value();
    for (std::size_t i = 0; i < like.ring().degree(); ++i) {
      result.limb(limb)[i] =
          static_cast<typename std::remove_cvref_t<decltype(like.ring())>::Word>(f(p, limb, i) % p);
    }
  }
  return result;
}

// k mod p for an integer of any sign.
template <class I>
uint128 residue(I k, std::uint64_t p) {
  const bool negative = k < 0;
  const std::uint64_t magnitude =
      negative ? 0 - static_cast<std::uint64_t>(k) : static_cast<std::uint64_t>(k);
  return negative ? (p - magnitude % p) % p : magnitude % p;
}

template <class P, class I>
void expect_products(const P& a, const P& b, const P& c, I k) {
  SCOPED_TRACE("k = " + std::to_string(k));
  const auto of = [](const P& x, std::size_t limb, std::size_t i) {
    return uint128{x.limb(limb)[i]};
  };
  using U = std::uint64_t;
  const P ka =
      by_word(a, [&](U p, std::size_t l, std::size_t i) { return of(a, l, i) * residue(k, p); });
  ASSERT_TRUE(P(k * a) == ka);
  ASSERT_TRUE(P(a * k) == ka);
  P assigned = a;
  assigned *= k;
  ASSERT_TRUE(assigned == ka);
  ASSERT_TRUE(P(k * a + b) == P(ka + b));
  ASSERT_TRUE(P(b + a * k) == P(b + ka));
  ASSERT_TRUE(P(b - k * a) == P(b - ka));
  ASSERT_TRUE(P(k * a - b) == P(ka - b));
  const P difference = a - b;
  const P scaled = by_word(
      a, [&](U p, std::size_t l, std::size_t i) { return of(difference, l, i) * residue(k, p); });
  ASSERT_TRUE(P((a - b) * k) == scaled);
  ASSERT_TRUE(P(k * (a - b) + c) == P(scaled + c));
  ASSERT_TRUE(P(c + (a - b) * k) == P(scaled + c));
  const auto w = RnsScalar<std::remove_cvref_t<decltype(a.ring())>>::from_integer(
      a.ring(), static_cast<std::int64_t>(k));
  if (k >= 0 && static_cast<U>(k) > U{1} << 62) return;  // no signed integer
  ASSERT_TRUE(P(w * a) == ka);
  ASSERT_TRUE(P(a * w + b) == P(ka + b));
  ASSERT_TRUE(P((a - b) * w + c) == P(scaled + c));
  assigned = a;
  assigned *= w;
  ASSERT_TRUE(assigned == ka);
}

template <Ring R>
void expect_products_in(const R& ring) {
  SeededValues random(ring.degree());
  SCOPED_TRACE(random.label() + ", degree " + std::to_string(ring.degree()));
  const auto check = [&]<class Form>(Form) {
    const auto a = from_integers<Form>(ring, random), b = from_integers<Form>(ring, random),
               c = from_integers<Form>(ring, random);
    for (const int k : {0, 1, -1, 2, 3, -65537}) expect_products(a, b, c, k);
    expect_products(a, b, c, std::numeric_limits<std::int64_t>::min());
    expect_products(a, b, c, std::numeric_limits<std::int64_t>::max());
    expect_products(a, b, c, std::numeric_limits<std::uint64_t>::max());
    expect_products(a, b, c, static_cast<std::int64_t>(ring.modulus(0).value()));
  };
  check(Coeff());
  check(Eval());
}

TEST(Scalars, MultiplyPolynomialsOfEveryWordSize) {
  expect_products_in(ring_of(4, 1));
  expect_products_in(ring_of(1024, 4));
  expect_products_in(StaticRing<std::uint32_t, 4096, 60>());
  expect_products_in(StaticRing<std::uint16_t, 512, 14>());
  expect_products_in(PrimeRing<std::uint16_t>::create(256, 3329));  // products of blocks
}

TEST(Scalars, StayInsideLongExpressions) {
  const auto ring = ring_of(2048, 3);  // several blocks
  SeededValues random(11);
  SCOPED_TRACE(random.label());
  using P = testing::EvalPoly;
  const P a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random),
          c = from_integers<Eval>(ring, random);
  const P a3 = 3 * a, b5 = b * -5;
  const P ab = a3 * b5, sum = ab + c, expected = sum * c;
  EXPECT_TRUE(P(((3 * a) * (b * -5) + c) * c) == expected);
  const P twice = a + a;
  EXPECT_TRUE(P(2 * (a * b)) == P(twice * b));
}

TEST(Scalars, KeepSecretsSecret) {
  const auto ring = ring_of(64, 2);
  const Poly<DynamicRing, Coeff, Secret> a(ring);
  static_assert(std::is_same_v<decltype(Poly(2 * a)), Poly<DynamicRing, Coeff, Secret>>);
  const auto w = RnsScalar<DynamicRing>::from_integer(ring, 7);
  static_assert(std::is_same_v<decltype(Poly(w * a)), Poly<DynamicRing, Coeff, Secret>>);
  EXPECT_EQ(w.residue(1), 7U);
}

TEST(Scalars, OfAnyResiduesMultiplyLimbByLimb) {
  const auto ring = ring_of(16, 3);
  SeededValues random(5);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff>(ring, random);
  std::vector<std::uint64_t> residues;
  for (std::size_t i = 0; i < 3; ++i) residues.push_back(random.below(ring.modulus(i).value()));
  const auto w = RnsScalar<DynamicRing>::from_residues(ring, residues);
  const testing::CoeffPoly product = a * w;
  EXPECT_TRUE(product == by_word(a, [&](std::uint64_t, std::size_t limb, std::size_t i) {
                return uint128{a.limb(limb)[i]} * residues[limb];
              }));
}

TEST(Scalars, RefuseWhatIsNoScalarOfTheRing) {
  const auto ring = ring_of(16, 2);
  using S = RnsScalar<DynamicRing>;
  const std::uint64_t too_large = ring.modulus(1).value();
  expect_error([&] { (void)S::from_residues(ring, std::vector<std::uint64_t>{1}); },
               ErrorCode::mismatch, {"1 residues", "2 limbs"});
  expect_error([&] { (void)S::from_residues(ring, std::vector<std::uint64_t>{1, too_large}); },
               ErrorCode::invalid_argument, {"residue 1", std::to_string(too_large)});
  const auto w = S::from_integer(ring_of(16, 3), 1);
  const testing::CoeffPoly a(ring);
  expect_error([&] { testing::CoeffPoly b = w * a; }, ErrorCode::mismatch, {"operator *"});
}

}  // namespace
}  // namespace lath
