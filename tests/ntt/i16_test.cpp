// SPDX-License-Identifier: Apache-2.0
//
// The vectors of i16 with all primes that there are, and with twiddles that no plan would choose:
// those that drive products to the ends of their range.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/isas.hpp"
#include "ntt/plan_cases.hpp"
#include "ntt/transform_makers.hpp"

namespace lath {
namespace {

using testing::SeededValues;
using Word = std::uint16_t;
using Words = std::vector<Word>;

constexpr std::uint64_t kEnd = std::uint64_t{1} << 14;  // of the primes

// Both transforms, and the lazy one reduced, as the reference has them.
template <class Transforms>
void expect_equal(const Transforms& vectors, const Transforms& reference, std::size_t n,
                  std::uint64_t p, SeededValues& random) {
  for (const Words& input : testing::vectors_under_test<Word>(n, p, random)) {
    Words words = input, expected = input;
    reference.forward(expected.data());
    vectors.forward(words.data());
    ASSERT_EQ(words, expected) << "forward, p = " << p;
    words = input;
    vectors.forward_lazy(words.data());
    for (Word& word : words) {
      ASSERT_LT(word, 4 * p);
      word = static_cast<Word>(word % p);
    }
    ASSERT_EQ(words, expected) << "forward_lazy, p = " << p;
    words = expected = input;
    reference.inverse(expected.data());
    vectors.inverse(words.data());
    ASSERT_EQ(words, expected) << "inverse, p = " << p;
  }
}

TEST(I16, TransformsModuloEveryPrimeAreThoseOfTheReference) {
  if (active_isa() == Isa::scalar) GTEST_SKIP() << "only the scalar reference is here";
  std::size_t compared = 0;
  for (const NttShape shape : testing::all_shapes()) {
    for (const std::size_t n : {std::size_t{32}, std::size_t{64}, std::size_t{256}}) {
      const bool cyclic = shape.convolution == Convolution::cyclic;
      const std::size_t order = (n >> shape.skipped_layers) * (cyclic ? 1 : 2);
      SeededValues random(n);
      for (std::uint64_t p = order + 1; p < kEnd; p += order) {
        if (!is_prime(p)) continue;
        const auto plan = NttPlan<Word>::create(n, p, {Family::i16, testing::kFirstVectors}, shape);
        const auto reference = NttPlan<Word>::create(n, p, {Family::i16, Isa::scalar}, shape);
        expect_equal(plan, reference, n, p, random);
        if (HasFatalFailure()) return;
        ++compared;
      }
    }
  }
  EXPECT_GE(compared, 1000U);
}

// Every prime near 2^14, and twiddles w of which w 2^16 mod p is near p/2 and near -p/2.
TEST(I16, ProductsWithTwiddlesAtTheEndsOfTheirRangeAreThoseOfTheReference) {
  if (active_isa() == Isa::scalar) GTEST_SKIP() << "only the scalar reference is here";
  constexpr std::size_t kDegree = 256;
  for (std::uint64_t value = kEnd - 1; value > kEnd - 512; value -= 2) {
    if (!is_prime(value)) continue;
    const Modulus p(value);
    const std::uint64_t power = p.inverse_vartime((std::uint64_t{1} << 16) % value);
    SeededValues random(value);
    for (const std::uint64_t multiple : {value / 2, value / 2 + 1, value / 2 - 1}) {
      const std::uint64_t w = p.multiply(multiple, power);
      const std::vector<std::uint64_t> table(kDegree, w);
      const detail::Roots roots{kDegree, p, {}, w, w, table, table};
      expect_equal(*detail::make_i16(roots, testing::kFirstVectors),
                   *detail::make_reference<Word>(roots), kDegree, value, random);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace lath
