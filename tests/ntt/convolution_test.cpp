// SPDX-License-Identifier: Apache-2.0
//
// Products of polynomials in one entry: against the definition, and against the steps one after the
// other, whose words they give exactly.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// A polynomial, its transform, the transform as a factor, and its square by the steps.
template <class Word>
struct Operand {
  std::vector<Word> coefficients, transform, factor, square;

  Operand(const NttPlan<Word>& plan, std::vector<Word> words)
      : coefficients(std::move(words)),
        transform(coefficients),
        factor(coefficients.size()),
        square(coefficients.size()) {
    plan.forward(transform.data());
    plan.forward_factor(factor.data(), coefficients.data());
    plan.arithmetic().multiply(square.data(), transform.data(), transform.data(), plan.degree());
    plan.inverse(square.data());
  }
};

template <class Word>
std::vector<Operand<Word>> operands(const NttPlan<Word>& plan,
                                    const std::vector<std::vector<Word>>& inputs) {
  std::vector<Operand<Word>> result;
  for (const auto& words : inputs) result.emplace_back(plan, words);
  return result;
}

template <class Word>
std::vector<Word> by_steps(const NttPlan<Word>& plan, const Operand<Word>& a,
                           const Operand<Word>& b) {
  std::vector<Word> product(a.transform.size());
  plan.arithmetic().multiply(product.data(), a.transform.data(), b.transform.data(), plan.degree());
  plan.inverse(product.data());
  return product;
}

// The products of factors of a and b, alone and added to the square of b.
template <class Word>
void expect_products_of_factors(const NttPlan<Word>& plan, const Operand<Word>& a,
                                const Operand<Word>& b, const std::vector<Word>& expected) {
  const std::size_t n = a.coefficients.size();
  std::vector<Word> out(n), sum(n);
  plan.arithmetic().add(sum.data(), b.square.data(), expected.data(), n);
  for (const FactorForm first : {FactorForm::factors, FactorForm::values}) {
    const bool values = first == FactorForm::values;
    const auto& of_a = values ? a.transform : a.factor;
    const auto& of_b = values ? b.transform : b.factor;
    const FactorPair<Word> pairs[] = {{of_a.data(), b.factor.data()},
                                      {of_b.data(), b.factor.data()}};
    plan.inverse_products(out.data(), std::span(pairs).first(1), first);
    ASSERT_EQ(out, expected) << "a product by " << (values ? "values" : "factors");
    plan.inverse_products(out.data(), pairs, first);
    ASSERT_EQ(out, sum) << "a sum of products by " << (values ? "values" : "factors");
  }
}

// Both entries on a and b.
template <class Word>
void expect_products(const NttPlan<Word>& plan, const Operand<Word>& a, const Operand<Word>& b,
                     const std::vector<Word>& expected) {
  auto product = a.coefficients, memory = b.coefficients;
  plan.convolve(product.data(), memory.data());
  ASSERT_EQ(product, expected) << "convolve";
  product = a.coefficients;
  auto transform = b.transform;
  plan.convolve_transformed(product.data(), transform.data());
  ASSERT_EQ(product, expected) << "convolve_transformed";
  ASSERT_EQ(transform, b.transform) << "an operand of convolve_transformed";
  expect_products_of_factors(plan, a, b, expected);
}

template <class Word>
void expect_what_the_steps_give(const NttPlan<Word>& plan, const Operand<Word>& a,
                                const Operand<Word>& b) {
  expect_products(plan, a, b, by_steps(plan, a, b));
}

template <class Word>
class Convolutions : public ::testing::Test {
 protected:
  template <class Check>
  static void for_each_plan_of(std::size_t n, const Check& check) {
    const std::size_t plans = testing::for_each_shaped_plan<Word>(n, [&](const auto& plan) {
      SeededValues random(n);
      SCOPED_TRACE(random.label());
      check(plan, random);
    });
    ASSERT_GE(plans, 2U) << n;
  }
};
TYPED_TEST_SUITE(Convolutions, testing::PlanWords);

TYPED_TEST(Convolutions, IsTheProductInTheRing) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= 256; n *= 2) {
    this->for_each_plan_of(n, [](const NttPlan<Word>& plan, SeededValues& random) {
      const std::uint64_t p = plan.modulus();
      const bool cyclic = plan.shape().convolution == lath::Convolution::cyclic;
      const auto inputs =
          operands(plan, testing::vectors_under_test<Word>(plan.degree(), p, random));
      for (const std::size_t i : {std::size_t{1}, std::size_t{8}, std::size_t{9}}) {
        const auto &a = inputs[i], &b = inputs[i == 1 ? 1 : 9];
        expect_products(
            plan, a, b,
            testing::product_modulo(a.coefficients, b.coefficients, cyclic ? 1 : p - 1, p));
      }
    });
  }
}

TYPED_TEST(Convolutions, IsWhatTheStepsGive) {
  using Word = TypeParam;
  constexpr std::size_t kLargest = sizeof(Word) == 2 ? 2048 : 8192;
  for (std::size_t n = 2; n <= kLargest; n *= 2) {
    this->for_each_plan_of(n, [n](const NttPlan<Word>& plan, SeededValues& random) {
      const auto inputs =
          operands(plan, testing::vectors_under_test<Word>(n, plan.modulus(), random));
      const Operand fresh(plan, testing::random_words<Word>(n, plan.modulus(), random));
      for (const auto& a : inputs) expect_what_the_steps_give(plan, a, fresh);
      for (const auto& b : inputs) expect_what_the_steps_give(plan, inputs[8], b);
    });
  }
}

// Values whose products drive ranges to their ends: transforms that are all zero, all p - 1, all
// about p/2 and so on, where coefficients like these have transforms of no such kind.
TYPED_TEST(Convolutions, IsWhatTheStepsGiveForExtremeTransforms) {
  using Word = TypeParam;
  for (const std::size_t n :
       {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{512}}) {
    this->for_each_plan_of(n, [n](const NttPlan<Word>& plan, SeededValues& random) {
      const auto p = plan.modulus();
      auto values = testing::vectors_under_test<Word>(n, p, random);
      values.emplace_back(n, static_cast<Word>(p / 2));
      values.emplace_back(n, static_cast<Word>(p / 2 + 1));
      for (auto& a : values) plan.inverse(a.data());
      const auto inputs = operands(plan, values);
      for (const auto& a : inputs) {
        for (const std::size_t i : {std::size_t{1}, inputs.size() - 2, inputs.size() - 1}) {
          expect_what_the_steps_give(plan, a, inputs[i]);
        }
      }
    });
  }
}

TYPED_TEST(Convolutions, OfAVectorByItselfIsItsSquare) {
  using Word = TypeParam;
  for (std::size_t n = 2; n <= 2048; n *= 4) {
    this->for_each_plan_of(n, [n](const NttPlan<Word>& plan, SeededValues& random) {
      for (const auto& a :
           operands(plan, testing::vectors_under_test<Word>(n, plan.modulus(), random))) {
        auto square = a.coefficients;
        plan.convolve(square.data(), square.data());
        ASSERT_EQ(square, a.square);
      }
    });
  }
}

// Depth first, by every number of layers that a first pass does.
TYPED_TEST(Convolutions, OfLongVectorsIsWhatTheStepsGive) {
  using Word = TypeParam;
  // Words of 16 bits have primes for short ones only.
  const std::size_t least = sizeof(Word) == 2 ? 512 : std::size_t{1} << 15;
  for (std::size_t n = least; n <= 4 * least; n *= 2) {
    const auto prime = ntt_primes(sizeof(Word) == 8 ? 50 : kModulusBits<Word>, n, 1).front();
    for (const Kernel kernel : available_kernels<Word>(prime)) {
      const auto plan = NttPlan<Word>::create(n, prime, kernel);
      SCOPED_TRACE(testing::describe(plan));
      SeededValues random(n);
      const auto inputs = operands(plan, testing::vectors_under_test<Word>(n, prime, random));
      expect_what_the_steps_give(plan, inputs[9], inputs[8]);
      expect_what_the_steps_give(plan, inputs[1], inputs[1]);
    }
  }
}

}  // namespace
}  // namespace lath
