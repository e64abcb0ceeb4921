// SPDX-License-Identifier: Apache-2.0
#include <NTL/ZZ_pX.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

template <class Word>
NTL::ZZ_pX to_ntl(const std::vector<Word>& words) {
  NTL::ZZ_pX polynomial;
  polynomial.SetLength(static_cast<long>(words.size()));
  for (std::size_t i = 0; i < words.size(); ++i) {
    polynomial[static_cast<long>(i)] = NTL::to_ZZ_p(NTL::to_ZZ(static_cast<long>(words[i])));
  }
  polynomial.normalize();
  return polynomial;
}

// a b mod x^n + 1, or x^n - 1, over NTL's current modulus.
template <class Word>
std::vector<Word> product_by_ntl(const std::vector<Word>& a, const std::vector<Word>& b,
                                 Convolution convolution = Convolution::negacyclic) {
  const auto n = static_cast<long>(a.size());
  const NTL::ZZ_pX product = to_ntl(a) * to_ntl(b);
  std::vector<Word> words(a.size());
  for (long i = 0; i < n; ++i) {
    const NTL::ZZ_p low = NTL::coeff(product, i), high = NTL::coeff(product, i + n);
    const NTL::ZZ_p folded = convolution == Convolution::cyclic ? low + high : low - high;
    words[static_cast<std::size_t>(i)] = static_cast<Word>(NTL::to_long(NTL::rep(folded)));
  }
  return words;
}

template <class Word>
class NtlProduct : public ::testing::Test {};
TYPED_TEST_SUITE(NtlProduct, testing::PlanWords);

TYPED_TEST(NtlProduct, EqualsOursForEveryDegreeAndKernel) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= testing::kLargestTestedDegree<Word>; n *= 2) {
    for (const std::uint64_t p : testing::primes_under_test<Word>(n)) {
      NTL::ZZ_p::init(NTL::to_ZZ(static_cast<long>(p)));
      testing::SeededValues random(p);
      SCOPED_TRACE(random.label());
      const auto inputs = testing::vectors_under_test<Word>(n, p, random);
      const auto fresh = testing::random_words<Word>(n, p, random);
      for (const std::size_t i : {std::size_t{1}, std::size_t{2}, inputs.size() - 1}) {
        const auto& other = i == 1 ? inputs[1] : fresh;
        const auto expected = product_by_ntl(inputs[i], other);
        for (const Kernel kernel : available_kernels<Word>(p)) {
          const auto plan = NttPlan<Word>::create(n, p, kernel);
          auto a = inputs[i], b = other;
          plan.forward(a.data());
          plan.forward(b.data());
          plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
          plan.inverse(a.data());
          ASSERT_EQ(a, expected) << testing::describe(plan) << ", input " << i;
        }
      }
    }
  }
}

// The rings of two known schemes whose primes lack the roots for all layers: (256, 3329) and
// (4096, 12289), and the cyclic ones beside them.
TEST(NtlProduct16, EqualsOursWhereTheLastLayerIsSkipped) {
  using Word = std::uint16_t;
  struct Case {
    std::size_t degree;
    std::uint64_t modulus;
    NttShape shape;
  };
  for (const auto& [n, p, shape] :
       {Case{256, 3329, {Convolution::negacyclic, 1}}, Case{512, 3329, {Convolution::cyclic, 1}},
        Case{1024, 3329, {Convolution::cyclic, 2}}, Case{512, 3329, {Convolution::negacyclic, 2}},
        Case{4096, 12289, {Convolution::negacyclic, 1}},
        Case{8192, 12289, {Convolution::negacyclic, 2}},
        Case{8192, 12289, {Convolution::cyclic, 1}}}) {
    NTL::ZZ_p::init(NTL::to_ZZ(static_cast<long>(p)));
    testing::SeededValues random(n);
    SCOPED_TRACE(random.label());
    const auto input = testing::random_words<Word>(n, p, random);
    for (const auto& other : {testing::random_words<Word>(n, p, random),
                              std::vector<Word>(n, static_cast<Word>(p - 1))}) {
      const auto expected = product_by_ntl(input, other, shape.convolution);
      for (const Kernel kernel : available_kernels<Word>(p)) {
        const auto plan = NttPlan<Word>::create(n, p, kernel, shape);
        auto a = input, b = other;
        plan.forward(a.data());
        plan.forward(b.data());
        plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
        plan.inverse(a.data());
        ASSERT_EQ(a, expected) << testing::describe(plan);
      }
    }
  }
}

}  // namespace
}  // namespace lath
