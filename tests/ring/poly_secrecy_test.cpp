// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "lath/ring/poly.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using PublicEval = Poly<DynamicRing, Eval>;
using SecretEval = Poly<DynamicRing, Eval, Secret>;
using PublicCoeff = Poly<DynamicRing, Coeff>;
using SecretCoeff = Poly<DynamicRing, Coeff, Secret>;

template <class A, class B>
using Sum = decltype(Poly(std::declval<const A&>() + std::declval<const B&>()));
template <class A, class B>
using Difference = decltype(Poly(std::declval<const A&>() - std::declval<const B&>()));
template <class A, class B>
using Product = decltype(Poly(std::declval<const A&>() * std::declval<const B&>()));

template <template <class, class> class Result, class Pub, class Sec>
constexpr bool kJoins =
    std::is_same_v<Result<Pub, Pub>, Pub> && std::is_same_v<Result<Sec, Pub>, Sec> &&
    std::is_same_v<Result<Pub, Sec>, Sec> && std::is_same_v<Result<Sec, Sec>, Sec>;

static_assert(kJoins<Sum, PublicEval, SecretEval>);
static_assert(kJoins<Sum, PublicCoeff, SecretCoeff>);
static_assert(kJoins<Difference, PublicEval, SecretEval>);
static_assert(kJoins<Difference, PublicCoeff, SecretCoeff>);
static_assert(kJoins<Product, PublicEval, SecretEval>);
static_assert(std::is_same_v<decltype(Poly(-std::declval<SecretEval>())), SecretEval>);
static_assert(std::is_same_v<decltype(ntt(std::declval<SecretCoeff>())), SecretEval>);
static_assert(std::is_same_v<decltype(intt(std::declval<SecretEval>())), SecretCoeff>);
static_assert(std::is_same_v<decltype(declassify(std::declval<SecretEval>())), PublicEval>);
// Nothing turns a secret polynomial into a public one silently, nor compares it.
static_assert(!std::is_convertible_v<SecretEval, PublicEval>);
static_assert(!std::is_constructible_v<PublicEval, SecretEval>);
static_assert(!std::is_assignable_v<PublicEval&, SecretEval>);
static_assert(std::equality_comparable<PublicEval>);
static_assert(!std::equality_comparable<SecretEval>);

TEST(Secrecy, DoesNotChangeTheValues) {
  const auto ring = testing::ring_of(64, 2);
  testing::SeededValues random(9);
  SCOPED_TRACE(random.label());
  const auto words = testing::words_of(ring, random), others = testing::words_of(ring, random);
  const auto a = PublicEval::from_words(ring, words), b = PublicEval::from_words(ring, others);
  const auto secret = SecretEval::from_words(ring, words);
  EXPECT_TRUE(declassify(secret) == a);
  EXPECT_TRUE(declassify(secret + b) == a + b);
  EXPECT_TRUE(declassify(secret - b) == a - b);
  EXPECT_TRUE(declassify(b - secret) == b - a);
  EXPECT_TRUE(declassify(secret * b) == a * b);
  EXPECT_TRUE(declassify(secret * secret) == a * a);
  EXPECT_TRUE(declassify(-secret) == -a);
  EXPECT_TRUE(declassify(intt(secret)) == intt(a));
  auto c = secret;
  c += b;
  c *= b;
  EXPECT_TRUE(declassify(c) == (a + b) * b);
}

TEST(Declassify, LeavesTheSecretAlone) {
  const auto ring = testing::ring_of(16, 1);
  testing::SeededValues random(10);
  const auto secret = testing::from_integers<Coeff, Secret>(ring, random);
  const auto before = testing::copy_of_words(secret);
  auto known = declassify(secret);
  EXPECT_NE(known.memory().data(), secret.memory().data());
  known.limb(0)[0] ^= 1;
  EXPECT_EQ(testing::copy_of_words(secret), before);
}

}  // namespace
}  // namespace lath
