// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/poly.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::expect_error;
using CoeffPoly = Poly<DynamicRing, Coeff>;

TEST(PolyFromWords, KeepsTheWords) {
  testing::SeededValues random(1);
  const auto ring = testing::ring_of(16, 2);
  const auto words = testing::words_of(ring, random);
  EXPECT_EQ(testing::copy_of_words(CoeffPoly::from_words(ring, words)), words);
}

TEST(PolyFromWords, NeedsAsManyAsThereAre) {
  const auto ring = testing::ring_of(16, 2);
  for (const std::size_t size : {0U, 16U, 31U, 33U}) {
    const std::vector<std::uint64_t> words(size, 0);
    expect_error([&] { (void)CoeffPoly::from_words(ring, words); }, ErrorCode::mismatch,
                 {std::to_string(size) + " words", "limbs * degree = 32", "limb after limb"});
  }
}

TEST(PolyFromWords, RefusesWordsThatAreNotReduced) {
  const auto ring = DynamicRing::create(16, {97, 193});
  for (const std::uint64_t word :
       {std::uint64_t{193}, std::uint64_t{194}, std::numeric_limits<std::uint64_t>::max()}) {
    std::vector<std::uint64_t> words(32, 0);
    words[16 + 5] = word;
    expect_error([&] { (void)CoeffPoly::from_words(ring, words); }, ErrorCode::invalid_argument,
                 {"word 5 of limb 1", "below the modulus 193", "from_integers"});
  }
  // 192 is reduced in limb 1 and not in limb 0.
  std::vector<std::uint64_t> words(32, 0);
  words[31] = 192;
  const auto a = CoeffPoly::from_words(ring, words);
  EXPECT_EQ(a.limb(1)[15], 192U);
  words[0] = 97;
  expect_error([&] { (void)CoeffPoly::from_words(ring, words); }, ErrorCode::invalid_argument,
               {"word 0 of limb 0", "below the modulus 97"});
}

// A word that is out of range is a secret of its owner: the message does not quote it.
TEST(PolyFromWords, DoesNotQuoteTheWord) {
  const auto ring = DynamicRing::create(16, {97});
  std::vector<std::uint64_t> words(16, 0);
  words[3] = 123456789;
  try {
    (void)Poly<DynamicRing, Eval, Secret>::from_words(ring, words);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).find("123456789"), std::string::npos) << error.what();
  }
}

template <class Integer>
void expect_integers_are_reduced(const std::vector<Integer>& integers) {
  const auto ring = testing::ring_of(integers.size(), 3);
  const auto a = from_integers(ring, std::span<const Integer>(integers));
  __extension__ using int128 = __int128;
  for (std::size_t limb = 0; limb < ring.limbs(); ++limb) {
    const auto p = static_cast<int128>(ring.modulus(limb).value());
    for (std::size_t i = 0; i < integers.size(); ++i) {
      const int128 expected = (int128{integers[i]} % p + p) % p;
      ASSERT_EQ(a.limb(limb)[i], static_cast<std::uint64_t>(expected)) << +integers[i];
    }
  }
}

template <class Integer>
void expect_type_is_reduced() {
  using Limits = std::numeric_limits<Integer>;
  expect_integers_are_reduced<Integer>(
      {Limits::min(), Limits::max(), Limits::max() / 2, Limits::max() / 2 + 1});
}

TEST(PolyFromIntegers, ReducesIntegersOfEveryType) {
  expect_type_is_reduced<char>();
  expect_type_is_reduced<std::int8_t>();
  expect_type_is_reduced<std::int16_t>();
  expect_type_is_reduced<std::int32_t>();
  expect_type_is_reduced<std::int64_t>();
  expect_type_is_reduced<long long>();
  expect_type_is_reduced<std::uint8_t>();
  expect_type_is_reduced<std::uint16_t>();
  expect_type_is_reduced<std::uint32_t>();
  expect_type_is_reduced<std::uint64_t>();
  expect_type_is_reduced<unsigned long long>();
}

TEST(PolyFromIntegers, ReducesEverySignedInteger) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  expect_integers_are_reduced<std::int64_t>({0, 1, -1, kMin, kMin + 1, kMax, kMax - 1, 12289,
                                             -12289, 1LL << 50, -(1LL << 50), 1LL << 62,
                                             -(1LL << 62), (1LL << 62) - 57, 57 - (1LL << 62), 42});
}

TEST(PolyFromIntegers, TakesOnePerCoefficientAtMost) {
  const auto ring = testing::ring_of(16, 2);
  for (const std::size_t size : {0U, 15U, 16U}) {
    const std::vector<std::int64_t> integers(size, 1);
    const auto a = from_integers(ring, integers);
    for (std::size_t i = 0; i < 32; ++i) ASSERT_EQ(a.limb(i / 16)[i % 16], i % 16 < size ? 1U : 0U);
  }
  for (const std::size_t size : {17U, 32U}) {
    const std::vector<std::int64_t> integers(size, 0);
    expect_error([&] { (void)from_integers(ring, integers); }, ErrorCode::mismatch,
                 {std::to_string(size), "16"});
  }
}

}  // namespace
}  // namespace lath
