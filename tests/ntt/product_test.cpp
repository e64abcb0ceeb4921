// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

template <class Word>
std::vector<Word> product_by_plan(const NttPlan<Word>& plan, std::vector<Word> a,
                                  std::vector<Word> b) {
  plan.forward(a.data());
  plan.forward(b.data());
  plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
  plan.inverse(a.data());
  return a;
}

template <class Word>
class Product : public ::testing::Test {};
TYPED_TEST_SUITE(Product, testing::PlanWords);

TYPED_TEST(Product, IsTheSchoolbookProduct) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= 512; n *= 2) {
    for (const std::uint64_t p : testing::primes_under_test<Word>(n)) {
      testing::SeededValues random(n);
      SCOPED_TRACE(random.label());
      const auto inputs = testing::vectors_under_test<Word>(n, p, random);
      const auto fresh = testing::random_words<Word>(n, p, random);
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        // Each by a random vector, and the extreme ones by all p - 1.
        const auto& other = i % 2 == 0 ? fresh : inputs[1];
        const auto expected = testing::schoolbook_product(inputs[i], other, p);
        for (const Kernel kernel : available_kernels<Word>(p)) {
          const auto plan = NttPlan<Word>::create(n, p, kernel);
          ASSERT_EQ(product_by_plan(plan, inputs[i], other), expected)
              << testing::describe(plan) << ", input " << i;
        }
      }
    }
  }
}

TYPED_TEST(Product, OfXAndItsHighestPowerIsMinusOne) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= testing::kLargestTestedDegree<Word>; n *= 2) {
    testing::for_each_plan<Word>(n, [&](const NttPlan<Word>& plan) {
      std::vector<Word> x(n, 0), high(n, 0), expected(n, 0);
      x[1] = 1;
      high[n - 1] = 1;
      expected[0] = static_cast<Word>(plan.modulus() - 1);
      ASSERT_EQ(product_by_plan(plan, x, high), expected);
    });
  }
}

}  // namespace
}  // namespace lath
