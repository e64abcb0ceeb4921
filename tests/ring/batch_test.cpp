// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/batch.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::EvalPoly;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

// Of different rings, so that no polynomial could pass for another one.
template <class Form>
std::vector<Poly<DynamicRing, Form>> batch_of(SeededValues& random) {
  std::vector<Poly<DynamicRing, Form>> result;
  for (const std::size_t limbs : {3U, 1U, 5U}) {
    result.push_back(from_integers<Form>(ring_of(64, limbs), random));
  }
  result.push_back(from_integers<Form>(ring_of(16, 2), random));
  return result;
}

TEST(Batch, TransformsEachPolynomialAndLeavesAnLvalueAsItWas) {
  SeededValues random(1);
  SCOPED_TRACE(random.label());
  const auto a = batch_of<Coeff>(random);
  const auto before = a;
  const auto values = ntt(a);
  ASSERT_EQ(values.size(), a.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(values[i] == ntt(a[i])) << i;
  EXPECT_TRUE(a == before);
  EXPECT_TRUE(intt(values) == a);
}

TEST(Batch, ReusesTheMemoryOfATemporary) {
  SeededValues random(2);
  auto a = batch_of<Coeff>(random);
  const auto original = a;
  const std::uint64_t* memory = a[1].memory().data();
  auto values = ntt(std::move(a));
  EXPECT_EQ(values[1].memory().data(), memory);
  const auto back = intt(std::move(values));
  EXPECT_EQ(back[1].memory().data(), memory);
  EXPECT_TRUE(back == original);
}

TEST(Batch, MayBeEmpty) {
  EXPECT_TRUE(ntt(std::vector<CoeffPoly>()).empty());
  EXPECT_TRUE(intt(std::vector<EvalPoly>()).empty());
  EXPECT_TRUE(convolve(std::vector<CoeffPoly>(), std::vector<CoeffPoly>()).empty());
}

TEST(Batch, ConvolvesPairs) {
  SeededValues random(3);
  const auto a = batch_of<Coeff>(random), b = batch_of<Coeff>(random);
  const auto products = convolve(a, b), squares = convolve(a, a);
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_TRUE(products[i] == intt(ntt(a[i]) * ntt(b[i]))) << i;
    EXPECT_TRUE(squares[i] == intt(ntt(a[i]) * ntt(a[i]))) << i;
  }
}

TEST(Convolve, IsTheProductOfBothForms) {
  SeededValues random(4);
  const auto ring = ring_of(128, 4);
  const auto a = from_integers<Coeff>(ring, random), b = from_integers<Coeff>(ring, random);
  const auto a_before = a, b_before = b;
  const CoeffPoly expected = intt(ntt(a) * ntt(b));
  EXPECT_TRUE(convolve(a, b) == expected);
  EXPECT_TRUE(convolve(a, ntt(b)) == expected);
  EXPECT_TRUE(convolve(a, a) == intt(ntt(a) * ntt(a)));
  EXPECT_TRUE(a == a_before && b == b_before);
}

TEST(Convolve, IsSecretWhereAFactorIs) {
  SeededValues random(5);
  const auto ring = ring_of(32, 2);
  const auto a = from_integers<Coeff>(ring, random);
  const auto s = from_integers<Coeff, Secret>(ring, random);
  const auto product = convolve(a, s);
  static_assert(std::is_same_v<decltype(product), const Poly<DynamicRing, Coeff, Secret>>);
  static_assert(std::is_same_v<decltype(convolve(s, ntt(a))), Poly<DynamicRing, Coeff, Secret>>);
  static_assert(std::is_same_v<decltype(convolve(a, ntt(s))), Poly<DynamicRing, Coeff, Secret>>);
  const CoeffPoly expected = convolve(a, declassify(s));
  EXPECT_TRUE(declassify(product) == expected);
  EXPECT_TRUE(declassify(convolve(a, ntt(s))) == expected);
}

TEST(BatchErrors, LeaveEveryOperandAsItWas) {
  SeededValues random(6);
  auto a = batch_of<Coeff>(random);
  const auto whole = a;
  const CoeffPoly taken = std::move(a[2]);
  const auto refuses = [&](const auto& action, ErrorCode code, const char* part) {
    testing::expect_error(action, code, {part});
    EXPECT_TRUE(a[0] == whole[0] && a[1] == whole[1] && a[3] == whole[3]);
  };
  refuses([&] { (void)ntt(a); }, ErrorCode::invalid_argument, "moved from");
  refuses([&] { (void)ntt(std::move(a)); }, ErrorCode::invalid_argument, "moved from");
  refuses([&] { (void)convolve(a, whole); }, ErrorCode::invalid_argument, "moved from");
  refuses([&] { (void)convolve(whole, a); }, ErrorCode::invalid_argument, "moved from");
  refuses([&] { (void)convolve(a[2], whole[2]); }, ErrorCode::invalid_argument, "moved from");
  refuses([&] { (void)convolve(whole[2], a[2]); }, ErrorCode::invalid_argument, "moved from");
  const auto fewer = std::vector<CoeffPoly>(whole.begin(), whole.end() - 1);
  testing::expect_error([&] { (void)convolve(whole, fewer); }, ErrorCode::mismatch,
                        {"batches of 4 and 3 polynomials", "as many"});
  const std::vector<CoeffPoly> reversed(whole.rbegin(), whole.rend());
  testing::expect_error([&] { (void)convolve(whole, reversed); }, ErrorCode::mismatch,
                        {"convolve on polynomials of degree 64 with 3 limbs", "degree 16 with 2"});
  testing::expect_error([&] { (void)convolve(whole[0], whole[1]); }, ErrorCode::mismatch,
                        {"one ring"});
  testing::expect_error([&] { (void)convolve(whole[0], ntt(whole[1])); }, ErrorCode::mismatch,
                        {"one ring"});
}

}  // namespace
}  // namespace lath
