// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/automorphism.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/ring/monomial.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::expect_error;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

// a(x^g) by the definition: every monomial by itself.
CoeffPoly substituted(const CoeffPoly& a, std::uint64_t g) {
  const std::size_t n = a.ring().degree();
  CoeffPoly result(a.ring());
  for (std::size_t limb = 0; limb < a.ring().limbs(); ++limb) {
    const std::uint64_t p = a.ring().modulus(limb).value();
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint64_t power = static_cast<std::uint64_t>(i) * g % (2 * n);
      const std::uint64_t x = a.limb(limb)[i];
      result.limb(limb)[power % n] = power < n ? x : (p - x) % p;
    }
  }
  return result;
}

void expect_both_forms_agree(const CoeffPoly& a, std::uint64_t g) {
  SCOPED_TRACE("g " + std::to_string(g));
  const auto automorphism = Automorphism::create(a.ring().degree(), g);
  const CoeffPoly expected = substituted(a, g);
  ASSERT_TRUE(apply_automorphism(a, automorphism) == expected);
  ASSERT_TRUE(apply_automorphism(ntt(a), automorphism) == ntt(expected));
  ASSERT_TRUE(apply_automorphism(a, g) == expected);
}

TEST(Automorphism, SubstitutesAPowerOfXInBothFormsForEveryExponent) {
  for (const std::size_t degree : {2U, 4U, 8U, 16U, 64U}) {
    const auto ring = ring_of(degree, 2);
    SeededValues random(degree);
    SCOPED_TRACE(random.label() + ", degree " + std::to_string(degree));
    auto a = from_integers<Coeff>(ring, random);
    a.limb(0)[1] = 0;  // a negated zero is zero
    for (std::uint64_t g = 1; g < 2 * degree; g += 2) expect_both_forms_agree(a, g);
  }
}

TEST(Automorphism, SubstitutesAPowerOfXInBothFormsAtLargeDegrees) {
  for (const std::size_t degree : {4096U, 65536U}) {
    const auto ring = ring_of(degree, 1);
    SeededValues random(degree);
    SCOPED_TRACE(random.label());
    const auto a = from_integers<Coeff>(ring, random);
    for (int i = 0; i < 4; ++i) expect_both_forms_agree(a, random.below(2 * degree) | 1);
    expect_both_forms_agree(a, 2 * degree - 1);
  }
}

TEST(Automorphism, ComposesByMultiplyingExponents) {
  const auto ring = ring_of(128, 3);
  SeededValues random(3);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff>(ring, random);
  const auto values = ntt(a);
  for (int i = 0; i < 20; ++i) {
    const std::uint64_t g = random.below(256) | 1, h = random.below(256) | 1;
    ASSERT_TRUE(apply_automorphism(apply_automorphism(a, g), h) == apply_automorphism(a, g * h));
    ASSERT_TRUE(apply_automorphism(apply_automorphism(values, g), h) ==
                apply_automorphism(values, g * h));
  }
}

TEST(Automorphism, IsAHomomorphism) {
  const auto ring = ring_of(64, 2);
  SeededValues random(4);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Eval>(ring, random), b = from_integers<Eval>(ring, random);
  const auto automorphism = Automorphism::create(64, 5);
  const auto of = [&](const Poly<DynamicRing, Eval>& x) {
    return apply_automorphism(x, automorphism);
  };
  EXPECT_TRUE(of(a * b) == of(a) * of(b));
  EXPECT_TRUE(of(a + b) == of(a) + of(b));
  EXPECT_FALSE(of(a) == a);
}

TEST(Automorphism, CountsTheExponentModuloTwiceTheDegree) {
  EXPECT_EQ(Automorphism::create(16, 5).exponent(), 5U);
  EXPECT_EQ(Automorphism::create(16, 32 * 1000 + 5).exponent(), 5U);
  EXPECT_EQ(Automorphism::create(16, ~std::uint64_t{0}).exponent(), 31U);
}

TEST(Automorphism, ServesSmallWords) {
  const auto automorphism = Automorphism::create(4, 3);
  const std::vector<std::uint16_t> a{1, 2, 0, 4};
  std::vector<std::uint16_t> out(4);
  automorphism.apply_to_coefficients<std::uint16_t>(out.data(), a.data(), 17);
  // 1 + 2 x^3 + 4 x^9, and x^9 = x.
  EXPECT_EQ(out, (std::vector<std::uint16_t>{1, 4, 0, 2}));
  std::vector<std::uint32_t> wide{1, 2, 3, 4}, moved(4);
  automorphism.apply_to_coefficients<std::uint32_t>(moved.data(), wide.data(), 17);
  // 3 x^6 = -3 x^2.
  EXPECT_EQ(moved, (std::vector<std::uint32_t>{1, 4, 14, 2}));
}

TEST(Automorphism, KeepsSecretsSecret) {
  const auto ring = ring_of(32, 2);
  SeededValues random(6);
  const auto secret = from_integers<Coeff, Secret>(ring, random);
  const auto image = apply_automorphism(secret, 5);
  static_assert(std::is_same_v<decltype(image), const Poly<DynamicRing, Coeff, Secret>>);
  EXPECT_TRUE(declassify(image) == apply_automorphism(declassify(secret), 5));
}

TEST(Automorphism, NeedsAnOddExponentAndADegreeThatFits) {
  for (const std::uint64_t g : {0U, 2U, 64U}) {
    expect_error([&] { (void)Automorphism::create(32, g); }, ErrorCode::invalid_argument,
                 {"even exponent " + std::to_string(g), "need an odd g", "slots of another ring"});
  }
  for (const std::size_t degree : {0U, 1U, 12U, 1U << 21}) {
    expect_error([&] { (void)Automorphism::create(degree, 3); }, ErrorCode::invalid_argument,
                 {"degree " + std::to_string(degree), "power of two", "degree of the ring"});
  }
  const auto ring = ring_of(32, 1);
  const CoeffPoly a(ring);
  expect_error([&] { (void)apply_automorphism(a, Automorphism::create(64, 3)); },
               ErrorCode::mismatch, {"degree 64", "degree 32", "one degree", "create"});
}

// Rings of another index may have a power of two as their degree: that of 5 has 4.
TEST(Automorphism, OfOtherRingsServesEvaluationFormsOnly) {
  const auto ring = DynamicRing::create(CyclotomicIndex::create(5), {101, 151});
  ASSERT_EQ(ring.degree(), 4U);
  SeededValues random(7);
  SCOPED_TRACE(random.label());
  const auto a = from_integers<Coeff>(ring, random);
  for (const std::uint64_t g : {2U, 3U, 4U, 7U}) {
    const auto by = Automorphism::create(ring.slots(), g);
    EXPECT_TRUE(apply_automorphism(ntt(a), g) == apply_automorphism(ntt(a), by)) << g;
    expect_error([&] { (void)apply_automorphism(a, g); }, ErrorCode::unsupported,
                 {"coefficient form in a ring of index 5", "x^n + 1", "evaluation form"});
  }
  expect_error([&] { (void)apply_automorphism(ntt(a), 5); }, ErrorCode::invalid_argument,
               {"x^5", "modulo 5"});
  const auto of_degree = Automorphism::create(4, 3);
  expect_error([&] { (void)apply_automorphism(a, of_degree); }, ErrorCode::unsupported,
               {"index 5"});
  expect_error([&] { (void)apply_automorphism(ntt(a), of_degree); }, ErrorCode::mismatch,
               {"index 5", "index 8", "slots of the ring"});
  const CoeffPoly of_powers(ring_of(4, 1));
  expect_error([&] { (void)apply_automorphism(of_powers, Automorphism::create(ring.slots(), 3)); },
               ErrorCode::mismatch, {"index 5", "x^4 + 1", "one ring"});
  // x^n is -1 in no other ring.
  expect_error([&] { (void)multiply_by_monomial(a, 1); }, ErrorCode::unsupported,
               {"power of x", "index 5", "x^n + 1", "evaluation forms"});
}

// A ring modulo x^32 - 1.
struct CyclicRing {
  using Word = std::uint64_t;
  Modulus prime{97};
  NttPlan<Word> transform = NttPlan<Word>::create(32, 97, {Convolution::cyclic});

  [[nodiscard]] std::size_t degree() const { return 32; }
  [[nodiscard]] std::size_t limbs() const { return 1; }
  [[nodiscard]] const Modulus& modulus(std::size_t) const { return prime; }
  [[nodiscard]] const NttPlan<Word>& plan(std::size_t) const { return transform; }
  friend bool operator==(const CyclicRing&, const CyclicRing&) { return true; }
};

TEST(Automorphism, OfCyclicRingsKeepsNoSigns) {
  const CyclicRing ring;
  Poly<CyclicRing, Coeff> a(ring);
  for (std::size_t i = 0; i < 32; ++i) a.limb(0)[i] = i + 1;
  Poly<CyclicRing, Coeff> expected(ring);
  for (std::size_t i = 0; i < 32; ++i) expected.limb(0)[5 * i % 32] = i + 1;
  EXPECT_TRUE(intt(apply_automorphism(ntt(a), 5)) == expected);
  expect_error([&] { (void)apply_automorphism(a, 5); }, ErrorCode::unsupported,
               {"x^32 - 1", "x^n + 1"});
  expect_error([&] { (void)multiply_by_monomial(a, 5); }, ErrorCode::unsupported,
               {"x^32 - 1", "x^n + 1"});
}

}  // namespace
}  // namespace lath
