// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/crt.hpp"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>

#include "base/expect_error.hpp"
#include "ring/gmp_judge.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::CoeffPoly;
using testing::expect_error;
using testing::from_integers;
using testing::ring_of;
using testing::SeededValues;

template <std::size_t Words>
void expect_wide_round_trip(std::size_t limbs, std::uint64_t seed) {
  SeededValues random(seed);
  SCOPED_TRACE(random.label() + ", limbs " + std::to_string(limbs));
  const auto ring = ring_of(16, limbs);
  const auto a = from_integers<Coeff>(ring, random);
  const mpz_class q = testing::product_of(ring.basis());
  for (const auto representative : {Representative::nonnegative, Representative::centered}) {
    const auto integers = to_wide_integers<Words>(a, representative);
    const bool centered = representative == Representative::centered;
    ASSERT_EQ(integers.size(), 16U);
    for (std::size_t i = 0; i < 16; ++i) {
      const mpz_class x = centered ? testing::two_complement(integers[i].words)
                                   : testing::natural(integers[i].words);
      ASSERT_TRUE(centered ? 2 * abs(x) < q : x >= 0 && x < q) << x;
      for (std::size_t limb = 0; limb < limbs; ++limb) {
        ASSERT_EQ(testing::modulo(x, ring.modulus(limb).value()), a.limb(limb)[i]);
      }
    }
    ASSERT_TRUE(from_wide_integers(ring, integers.span(), representative) == a);
  }
}

TEST(Crt, LiftsToWideIntegersAndBack) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    expect_wide_round_trip<1>(1, seed);
    expect_wide_round_trip<2>(1, seed);  // wider than needed: the sign fills up
    expect_wide_round_trip<2>(2, seed);
    expect_wide_round_trip<3>(4, seed);
    expect_wide_round_trip<4>(5, seed);
    expect_wide_round_trip<8>(7, seed);
  }
}

TEST(Crt, RefusesWideIntegersThatAreTooSmall) {
  const CoeffPoly a(ring_of(16, 7));
  for (const auto& action :
       {+[](const CoeffPoly& x) { (void)to_wide_integers<4>(x, Representative::centered); },
        +[](const CoeffPoly& x) { (void)infinity_norm<4>(x); }}) {
    expect_error([&] { action(a); }, ErrorCode::unsupported,
                 {"ring modulus of " + std::to_string(a.ring().basis().bits()) + " bits",
                  "at most 256 bits", "gmp.hpp"});
  }
}

TEST(Crt, NeedsOneIntegerPerCoefficient) {
  const auto ring = ring_of(16, 2);
  const std::vector<std::uint64_t> words(31);
  const auto refused = [&](std::size_t size, std::string found, std::string advice) {
    expect_error([&] { (void)from_multiword(ring, words, size, Representative::centered); },
                 ErrorCode::mismatch, {found + " integers for a polynomial", "need 16", advice});
  };
  refused(0, "0", "zeros");
  refused(1, "31", "no more words");
  refused(2, "15", "zeros");
  const std::vector<WideInteger<2>> integers(15);
  expect_error(
      [&] {
        (void)from_wide_integers(ring, std::span<const WideInteger<2>>(integers),
                                 Representative::centered);
      },
      ErrorCode::mismatch, {"15 integers", "need 16", "zeros"});
}

TEST(Crt, KeepsSecretsSecret) {
  SeededValues random(4);
  const auto ring = ring_of(16, 2);
  const auto secret = from_integers<Coeff, Secret>(ring, random);
  const auto words = lift(secret, Representative::centered);
  static_assert(std::is_same_v<decltype(words), const Buffer<std::uint64_t, Secret>>);
  const auto back =
      from_multiword<Secret>(ring, words.span(), ring.basis().words(), Representative::centered);
  EXPECT_TRUE(declassify(back) == declassify(secret));
}

TEST(InfinityNorm, IsTheLargestCenteredMagnitude) {
  for (const std::size_t limbs : {1U, 3U, 12U}) {
    const auto ring = ring_of(16, limbs);
    const std::size_t size = ring.basis().words();
    const mpz_class q = testing::product_of(ring.basis());
    SeededValues random(limbs);
    SCOPED_TRACE(random.label());
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint64_t> words;
      mpz_class largest = 0;
      for (int i = 0; i < 16; ++i) {
        mpz_class x = testing::random_integer(random, 20 + random.below(ring.basis().bits() - 21));
        if (2 * x >= q) x = q / 2;
        if (random.below(2) != 0) x = -x;
        if (abs(x) > largest) largest = abs(x);
        for (const std::uint64_t word : testing::words_of_integer(x, size)) words.push_back(word);
      }
      const auto a = from_multiword(ring, words, size, Representative::centered);
      ASSERT_EQ(testing::natural(infinity_norm(a)), largest);
      ASSERT_EQ(testing::natural(infinity_norm<16>(a).words), largest);
    }
  }
  EXPECT_EQ(infinity_norm<1>(CoeffPoly(ring_of(16, 1))), WideInteger<1>(0));
}

}  // namespace
}  // namespace lath
