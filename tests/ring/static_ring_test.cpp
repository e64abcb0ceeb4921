// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/static_ring.hpp"
#include "lath/ring/integers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"
#include "ntt/definition.hpp"
#include "ring/ring_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// Each word at its least and its largest number of limbs, at small and at its largest degree.
using Rings = ::testing::Types<
    StaticRing<std::uint16_t, 2, 14>, StaticRing<std::uint16_t, 256, 28>,
    StaticRing<std::uint16_t, 512, 42>, StaticRing<std::uint32_t, 4, 30>,
    StaticRing<std::uint32_t, 512, 60>, StaticRing<std::uint32_t, 64, 210>,
    StaticRing<std::uint32_t, 16, 784 * 30>, StaticRing<std::uint32_t, 256, 42, 14>,
    StaticRing<std::uint64_t, 2, 50>, StaticRing<std::uint64_t, 1024, 100>,
    StaticRing<std::uint64_t, 128, 350>, StaticRing<std::uint64_t, 16, 62000>,
    StaticRing<std::uint64_t, 1024, 62, 62>, StaticRing<std::uint64_t, 64, 434, 62>,
    StaticRing<std::uint64_t, 16, 62000, 62>, StaticRing<std::uint64_t, 64, 60, 30>>;

template <class R>
class StaticRings : public ::testing::Test {};
TYPED_TEST_SUITE(StaticRings, Rings);

// What does not depend on the number of limbs is tried with each word and size of prime.
using RingsOfEachWord =
    ::testing::Types<StaticRing<std::uint16_t, 512, 42>, StaticRing<std::uint32_t, 64, 210>,
                     StaticRing<std::uint32_t, 256, 42, 14>, StaticRing<std::uint64_t, 128, 350>,
                     StaticRing<std::uint64_t, 64, 434, 62>, StaticRing<std::uint64_t, 64, 60, 30>>;

template <class R>
class StaticRingsOfEachWord : public ::testing::Test {};
TYPED_TEST_SUITE(StaticRingsOfEachWord, RingsOfEachWord);

template <class R>
std::vector<typename R::Word> random_words(SeededValues& random) {
  std::vector<typename R::Word> words;
  for (std::size_t limb = 0; limb < R::limbs(); ++limb) {
    const std::uint64_t p = R::instance().modulus(limb).value();
    for (std::size_t i = 0; i < R::degree(); ++i) {
      // A quarter of the coefficients at the ends of the range.
      const std::uint64_t kind = random.below(8);
      words.push_back(static_cast<typename R::Word>(kind == 0   ? 0
                                                    : kind == 1 ? p - 1
                                                                : random.below(p)));
    }
  }
  return words;
}

template <class R>
DynamicRing same_at_run_time() {
  return DynamicRing::create(R::kDegree, tabulated_primes(R::kPrimeBits).first(R::kLimbs));
}

template <class Word>
void expect_same(const std::vector<Word>& got, std::span<const std::uint64_t> expected,
                 const char* operation) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i], expected[i]) << operation << ", word " << i;
  }
}
template <class R, class Form>
void expect_same_words(const Poly<R, Form>& a, const Poly<DynamicRing, Form>& b,
                       const char* operation) {
  expect_same(testing::copy_of_words(a), testing::copy_of_words(b), operation);
}

TYPED_TEST(StaticRings, CarryTheirSizesInTheType) {
  using R = TypeParam;
  static_assert(Ring<R>);
  static_assert(std::is_nothrow_copy_constructible_v<R> && sizeof(R) == sizeof(void*));
  static_assert(R::degree() == R::kDegree && R::limbs() == R::kLimbs);
  static_assert(R::kLimbs * static_cast<std::size_t>(R::kPrimeBits) ==
                static_cast<std::size_t>(R::kModulusBits));
  const R& ring = R::instance();
  EXPECT_EQ(&ring, &R::instance());
  const R another;
  EXPECT_TRUE(ring == another);
  EXPECT_EQ(&ring.plan(0), &another.plan(0)) << "two sets of tables";
  for (std::size_t limb = 0; limb < R::limbs(); ++limb) {
    ASSERT_EQ(ring.modulus(limb).value(), tabulated_primes(R::kPrimeBits)[limb]);
    ASSERT_EQ(ring.plan(limb).modulus(), ring.modulus(limb).value());
    ASSERT_EQ(ring.plan(limb).degree(), R::kDegree);
  }
}

// Both kinds of ring document the same order and canonical words: every word agrees.
template <class R>
void compare_with_dynamic_ring() {
  SeededValues random(R::kDegree + R::kLimbs);
  SCOPED_TRACE(random.label());
  const auto words = random_words<R>(random), others = random_words<R>(random);
  const std::vector<std::uint64_t> wide(words.begin(), words.end());
  const std::vector<std::uint64_t> wide_others(others.begin(), others.end());
  const auto a = Poly<R, Coeff>::from_words(R::instance(), words);
  const auto b = Poly<R, Coeff>::from_words(R::instance(), others);
  const auto ring = same_at_run_time<R>();
  const auto x = Poly<DynamicRing, Coeff>::from_words(ring, wide);
  const auto y = Poly<DynamicRing, Coeff>::from_words(ring, wide_others);
  expect_same_words<R, Coeff>(a + b, x + y, "a + b");
  expect_same_words<R, Coeff>(a - b, x - y, "a - b");
  expect_same_words<R, Coeff>(-a, -x, "-a");
  expect_same_words(ntt(a), ntt(x), "ntt");
  expect_same_words<R, Eval>(ntt(a) * ntt(b), ntt(x) * ntt(y), "a * b");
  expect_same_words<R, Eval>(ntt(a) * ntt(b) + ntt(a), ntt(x) * ntt(y) + ntt(x), "a * b + a");
  expect_same_words(intt(ntt(a) * ntt(b)), intt(ntt(x) * ntt(y)), "the product");
  EXPECT_TRUE(intt(ntt(a)) == a);
  EXPECT_FALSE(a == b);
}

TYPED_TEST(StaticRings, ComputeWhatDynamicRingsOfTheSameModuliDo) {
  compare_with_dynamic_ring<TypeParam>();
}

// The sizes that NFLlib's tests have, in primes of the same sizes.
TEST(StaticRing, HasTheSizesOfNfllib) {
  compare_with_dynamic_ring<StaticRing<std::uint32_t, 8, 60>>();
  compare_with_dynamic_ring<StaticRing<std::uint16_t, 128, 14>>();
  compare_with_dynamic_ring<StaticRing<std::uint32_t, 1024, 60>>();
  compare_with_dynamic_ring<StaticRing<std::uint64_t, 8192, 124, 62>>();
  compare_with_dynamic_ring<StaticRing<std::uint64_t, 32768, 124, 62>>();
}

TYPED_TEST(StaticRingsOfEachWord, MultiplyAsTheSchoolbookDoes) {
  using R = TypeParam;
  SeededValues random(R::kDegree);
  SCOPED_TRACE(random.label());
  const auto a = Poly<R, Coeff>::from_words(R::instance(), random_words<R>(random));
  const auto b = Poly<R, Coeff>::from_words(R::instance(), random_words<R>(random));
  const auto product = intt(ntt(a) * ntt(b));
  for (const std::size_t limb : {std::size_t{0}, R::kLimbs / 2, R::kLimbs - 1}) {
    const auto values = [&](const auto& poly) {
      return std::vector<std::uint64_t>(poly.limb(limb).begin(), poly.limb(limb).end());
    };
    ASSERT_EQ(values(product), testing::schoolbook_product(values(a), values(b),
                                                           R::instance().modulus(limb).value()));
  }
}

TYPED_TEST(StaticRingsOfEachWord, TakeIntegersAndDraws) {
  using R = TypeParam;
  std::vector<std::int32_t> integers(R::kDegree, -1);
  integers[0] = 2;
  const auto a = from_integers(R::instance(), std::span<const std::int32_t>(integers));
  Generator generator = Generator::from_seed(Seed{}, "static ring");
  const auto drawn = uniform<Coeff>(R::instance(), generator);
  const auto small = declassify(ternary(R::instance(), generator));
  for (std::size_t limb = 0; limb < R::limbs(); ++limb) {
    const std::uint64_t p = R::instance().modulus(limb).value();
    ASSERT_EQ(a.limb(limb)[0], 2U);
    ASSERT_EQ(a.limb(limb)[1], p - 1);
    for (std::size_t i = 0; i < R::degree(); ++i) {
      ASSERT_LT(drawn.limb(limb)[i], p);
      const std::uint64_t t = small.limb(limb)[i];
      ASSERT_TRUE(t <= 1 || t == p - 1) << t;
      ASSERT_EQ(t == p - 1, small.limb(0)[i] + 1U == R::instance().modulus(0).value());
    }
  }
}

TYPED_TEST(StaticRingsOfEachWord, RefuseWordsThatAreNotReduced) {
  using R = TypeParam;
  std::vector<typename R::Word> words(R::kDegree * R::kLimbs, 0);
  const std::uint64_t p = R::instance().modulus(R::kLimbs - 1).value();
  words.back() = static_cast<typename R::Word>(p);
  testing::expect_error([&] { (void)(Poly<R, Coeff>::from_words(R::instance(), words)); },
                        ErrorCode::invalid_argument,
                        {"limb " + std::to_string(R::kLimbs - 1), std::to_string(p)});
}

// Polynomials of different rings do not mix: they are different types.
template <class A, class B>
concept Addable = requires(const Poly<A, Coeff>& a, const Poly<B, Coeff>& b) { a + b; };
static_assert(Addable<StaticRing<std::uint32_t, 64, 30>, StaticRing<std::uint32_t, 64, 30>>);
static_assert(!Addable<StaticRing<std::uint32_t, 64, 30>, StaticRing<std::uint32_t, 64, 60>>);
static_assert(!Addable<StaticRing<std::uint32_t, 64, 30>, StaticRing<std::uint32_t, 128, 30>>);
static_assert(!Addable<StaticRing<std::uint32_t, 64, 30>, StaticRing<std::uint64_t, 64, 30, 30>>);

}  // namespace
}  // namespace lath
