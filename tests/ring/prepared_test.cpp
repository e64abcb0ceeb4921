// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/prepared.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "base/expect_error.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/static_ring.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;
using EvalPoly = Poly<DynamicRing, Eval>;

static_assert(std::is_same_v<decltype(prepare(std::declval<Poly<DynamicRing, Eval, Secret>>())),
                             Prepared<DynamicRing, Secret>>);

TEST(Prepared, GivesTheProductsOfItsPolynomial) {
  for (const std::size_t degree : {2U, 16U, 64U, 1024U, 4096U}) {
    for (const std::size_t limbs : {1U, 3U}) {
      SeededValues random(degree + limbs);
      SCOPED_TRACE(random.label());
      const auto ring = ring_of(degree, limbs);
      const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
      const auto prepared = prepare(b);
      ASSERT_TRUE(prepared.poly() == b);
      ASSERT_TRUE(EvalPoly(a * prepared) == EvalPoly(a * b));
      ASSERT_TRUE(EvalPoly(prepared * a) == EvalPoly(a * b));
    }
  }
}

TEST(Prepared, StandsInExpressionsAndOverItsOwnOperands) {
  SeededValues random(7);
  SCOPED_TRACE(random.label());
  const auto ring = ring_of(2048, 2);
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  const auto prepared = prepare(a + b);
  const EvalPoly sum = a + b, left = a - b;
  EvalPoly c = a * prepared + (a - b) * prepared - b;
  ASSERT_TRUE(c == EvalPoly(EvalPoly(a * sum) + EvalPoly(left * sum)) - b);
  const EvalPoly before = c;
  c = c * prepared + c;
  ASSERT_TRUE(c == EvalPoly(before * sum) + before);
}

template <class R>
class PreparedStatic : public ::testing::Test {};
using RingsOfWords =
    ::testing::Types<StaticRing<std::uint16_t, 256, 14>, StaticRing<std::uint32_t, 512, 60>,
                     StaticRing<std::uint64_t, 512, 100>, StaticRing<std::uint64_t, 512, 124, 62>>;
TYPED_TEST_SUITE(PreparedStatic, RingsOfWords);

TYPED_TEST(PreparedStatic, GivesTheProductsOfItsPolynomial) {
  auto generator = Generator::from_seed(Seed(), "prepared");
  const TypeParam ring;
  const auto a = uniform<Eval>(ring, generator), b = uniform<Eval>(ring, generator);
  const Poly<TypeParam, Eval> expected = a * b, found = a * prepare(b);
  EXPECT_TRUE(found == expected);
}

TEST(Prepared, OfAnotherRingThrows) {
  SeededValues random(8);
  const auto a = from_integers<Eval>(ring_of(64, 2), random);
  const auto prepared = prepare(from_integers<Eval>(ring_of(64, 3), random));
  testing::expect_error([&] { (void)(a * prepared); }, ErrorCode::mismatch,
                        {"operator *", "one ring"});
}

TEST(Prepared, KeepsSecrecy) {
  SeededValues random(9);
  const auto ring = ring_of(64, 1);
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  const auto secret =
      prepare(Poly<DynamicRing, Eval, Secret>::from_words(ring, testing::copy_of_words(b)));
  const auto product = declassify(a * secret);
  static_assert(std::is_same_v<decltype(product), const EvalPoly>);
  EXPECT_TRUE(product == a * b);
}

}  // namespace
}  // namespace lath
