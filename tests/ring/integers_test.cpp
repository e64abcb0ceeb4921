// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/integers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <type_traits>
#include <vector>

#include "base/expect_error.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::expect_error;

template <class Integer>
std::vector<Integer> exported(const CoeffPoly& a) {
  const auto buffer = to_integers<Integer>(a);
  return {buffer.span().begin(), buffer.span().end()};
}

TEST(Integers, GoInAndComeOut) {
  const auto ring = DynamicRing::create(4, {97, 193});  // Q = 18721
  const auto a = lath::from_integers(ring, {-1, 9360, -9360, 7});
  EXPECT_EQ(a.limb(0)[0], 96U);
  EXPECT_EQ(a.limb(1)[0], 192U);
  EXPECT_EQ(exported<std::int64_t>(a), (std::vector<std::int64_t>{-1, 9360, -9360, 7}));
  EXPECT_EQ(exported<std::int16_t>(a), (std::vector<std::int16_t>{-1, 9360, -9360, 7}));
  EXPECT_EQ(exported<std::uint16_t>(a), (std::vector<std::uint16_t>{18720, 9360, 9361, 7}));
  EXPECT_EQ(exported<std::uint64_t>(a), (std::vector<std::uint64_t>{18720, 9360, 9361, 7}));
}

// Whatever they lie in.
TEST(Integers, ComeInVectorsArraysAndSpans) {
  const auto ring = DynamicRing::create(4, {97, 193});
  const auto expected = lath::from_integers(ring, {-1, 9360, -9360, 7});
  const std::vector<int> vector{-1, 9360, -9360, 7};
  const std::array<std::int16_t, 4> array{-1, 9360, -9360, 7};
  const long plain[] = {-1, 9360, -9360, 7};
  std::vector<std::int64_t> wide(vector.begin(), vector.end());
  EXPECT_EQ(lath::from_integers(ring, vector), expected);
  EXPECT_EQ(lath::from_integers(ring, array), expected);
  EXPECT_EQ(lath::from_integers(ring, plain), expected);
  EXPECT_EQ(lath::from_integers(ring, std::span(wide)), expected);
  EXPECT_EQ(lath::from_integers(ring, std::span<const int>(vector)), expected);
  EXPECT_EQ(lath::from_integers(ring, std::vector<int>{1}), lath::from_integers(ring, {1}));
  EXPECT_EQ(declassify(lath::from_integers<Secret>(ring, vector)), expected);
  EXPECT_EQ(from_integers(ring, vector), expected);
  EXPECT_EQ(from_integers(ring, array), expected);
  EXPECT_EQ(from_integers(ring, std::span(wide)), expected);
  EXPECT_EQ(from_integers(ring, std::span<const std::int64_t>(wide)), expected);
  EXPECT_EQ(lath::from_integers(ring, std::vector<std::uint64_t>{~std::uint64_t{0}}),
            lath::from_integers(ring, {~std::uint64_t{0}}));
}

template <class... Integers>
void expect_vectors_taken() {
  const auto ring = DynamicRing::create(4, {97, 193});
  const auto expected = lath::from_integers(ring, {1, 96, 5});
  EXPECT_TRUE(((from_integers(ring, std::vector<Integers>{1, 96, 5}) == expected) && ...));
  EXPECT_TRUE(((from_integers(ring, std::array<const Integers, 3>{1, 96, 5}) == expected) && ...));
}

TEST(Integers, OfEveryBuiltInTypeComeInAVector) {
  expect_vectors_taken<char, signed char, unsigned char, short, unsigned short, int, unsigned, long,
                       unsigned long, long long, unsigned long long>();
}

// What to_integers() gives goes back as it is, and stays secret.
TEST(Integers, ComeInBuffers) {
  const auto ring = DynamicRing::create(4, {97, 193});
  const auto a = lath::from_integers(ring, {-1, 9360, -9360, 7});
  EXPECT_EQ(from_integers(ring, to_integers<std::int64_t>(a)), a);
  EXPECT_EQ(from_integers(ring, to_integers<std::uint16_t>(a)), a);
  const auto secret = from_integers<Secret>(ring, to_integers<int>(a));
  static_assert(std::is_same_v<decltype(secret), const Poly<DynamicRing, Coeff, Secret>>);
  const auto again = from_integers(ring, to_integers<int>(secret));
  static_assert(std::is_same_v<decltype(again), const Poly<DynamicRing, Coeff, Secret>>);
  EXPECT_EQ(declassify(again), a);
}

TEST(Integers, AreReducedAsUnsignedOnesToo) {
  const auto ring = DynamicRing::create(4, {97, 193});
  const auto a = lath::from_integers(ring, {~std::uint64_t{0}, std::uint64_t{18722}});
  EXPECT_EQ(a.limb(0)[0], ~std::uint64_t{0} % 97);
  EXPECT_EQ(a.limb(1)[0], ~std::uint64_t{0} % 193);
  EXPECT_EQ(a.limb(0)[1], 1U);
  EXPECT_EQ(a.limb(1)[1], 1U);
}

TEST(Integers, FewerThanTheDegreeAreFollowedByZeros) {
  const auto ring = DynamicRing::create(4, {97});
  EXPECT_EQ(exported<int>(lath::from_integers(ring, {5, -6})), (std::vector<int>{5, -6, 0, 0}));
  EXPECT_TRUE(lath::from_integers(ring, std::span<const int>()) == CoeffPoly(ring));
}

TEST(Integers, FillAllBitsOfTheirType) {
  const std::uint64_t p = ntt_primes(32, 4, 1)[0], q = ntt_primes(32, 4, 2)[1];
  const auto ring = DynamicRing::create(4, {p, q});  // Q has 64 bits
  const std::uint64_t product = p * q;
  const auto half = static_cast<std::int64_t>(product / 2);
  const auto a = lath::from_integers(ring, {half, -half, std::int64_t{-1}});
  EXPECT_EQ(exported<std::int64_t>(a), (std::vector<std::int64_t>{half, -half, -1, 0}));
  EXPECT_EQ(exported<std::uint64_t>(a)[2], product - 1);
}

TEST(Integers, NeedRoom) {
  const auto ring = DynamicRing::create(4, {97, 193});
  expect_error([&] { (void)lath::from_integers(ring, {1, 2, 3, 4, 5}); }, ErrorCode::mismatch,
               {"5 coefficients", "at most 4", "larger degree"});
  const CoeffPoly a(ring);
  expect_error([&] { (void)to_integers<std::int8_t>(a); }, ErrorCode::unsupported,
               {"modulus of 15 bits", "at most 8 bits", "to_wide_integers"});
  const CoeffPoly wide(testing::ring_of(16, 2));
  expect_error([&] { (void)to_integers<std::int64_t>(wide); }, ErrorCode::unsupported,
               {"modulus of 112 bits", "at most 64 bits"});
}

TEST(Integers, KeepSecretsSecret) {
  const auto ring = DynamicRing::create(4, {97});
  const auto secret = lath::from_integers<Secret>(ring, {1, -1, 0, 1});
  static_assert(std::is_same_v<decltype(to_integers<int>(secret)), Buffer<int, Secret>>);
  EXPECT_TRUE(declassify(secret) == lath::from_integers(ring, {1, -1, 0, 1}));
}

}  // namespace
}  // namespace lath
