// SPDX-License-Identifier: Apache-2.0
//
// Cyclic and incomplete transforms: what NttShape says of the factors that a ring is split into.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// zeta_j of a plan, from its definition.
template <class Word>
std::uint64_t zeta(const NttPlan<Word>& plan, std::size_t j) {
  const std::size_t factors = plan.degree() >> plan.shape().skipped_layers;
  const std::size_t reversed = testing::bit_reversal(j, factors);
  const bool cyclic = plan.shape().convolution == Convolution::cyclic;
  return testing::power_by_division(plan.root(), cyclic ? reversed : 2 * reversed + 1,
                                    plan.modulus());
}

template <class Word>
std::vector<Word> block_of(const std::vector<Word>& words, std::size_t block, std::size_t size) {
  const Word* first = words.data() + block * size;
  return {first, first + size};
}

template <class Word>
class Shape : public ::testing::Test {
 protected:
  // Calls check(plan, random) for every plan of every shape with degrees up to `largest`.
  template <class Check>
  static void for_each_plan_up_to(std::size_t largest, const Check& check) {
    for (std::size_t n = 2; n <= largest; n *= 2) {
      const std::size_t plans = testing::for_each_shaped_plan<Word>(n, [&](const auto& plan) {
        SeededValues random(n);
        SCOPED_TRACE(random.label());
        check(plan, random);
      });
      ASSERT_GE(plans, 2U) << n;
    }
  }
};
TYPED_TEST_SUITE(Shape, testing::PlanWords);

TYPED_TEST(Shape, BlocksAreTheResiduesModuloTheFactors) {
  using Word = TypeParam;
  this->for_each_plan_up_to(128, [](const NttPlan<Word>& plan, SeededValues& random) {
    const std::size_t n = plan.degree(), size = std::size_t{1} << plan.shape().skipped_layers;
    for (const auto& input : testing::vectors_under_test<Word>(n, plan.modulus(), random)) {
      auto words = input;
      plan.forward(words.data());
      for (std::size_t j = 0; j < n / size; ++j) {
        ASSERT_EQ(block_of(words, j, size),
                  testing::residue(input, size, zeta(plan, j), plan.modulus()))
            << "block " << j;
      }
    }
  });
}

// Beyond the degrees at which every block is judged, some are.
TYPED_TEST(Shape, BlocksOfLongVectorsAreResiduesToo) {
  using Word = TypeParam;
  for (const std::size_t n : {std::size_t{1024}, std::size_t{2048}}) {
    testing::for_each_shaped_plan<Word>(n, [&](const NttPlan<Word>& plan) {
      SeededValues random(n);
      const std::size_t size = std::size_t{1} << plan.shape().skipped_layers;
      const auto input = testing::random_words<Word>(n, plan.modulus(), random);
      auto words = input;
      plan.forward(words.data());
      for (int i = 0; i < 5; ++i) {
        const std::size_t j = random.below(n / size);
        ASSERT_EQ(block_of(words, j, size),
                  testing::residue(input, size, zeta(plan, j), plan.modulus()))
            << "block " << j;
      }
    });
  }
}

TYPED_TEST(Shape, InverseUndoesForwardAndTheOtherWayRound) {
  using Word = TypeParam;
  constexpr std::size_t kLargest = sizeof(Word) == 2 ? 2048 : 8192;
  this->for_each_plan_up_to(kLargest, [](const NttPlan<Word>& plan, SeededValues& random) {
    for (const auto& input :
         testing::vectors_under_test<Word>(plan.degree(), plan.modulus(), random)) {
      auto words = input;
      plan.forward(words.data());
      testing::expect_canonical(words, plan.modulus());
      plan.inverse(words.data());
      ASSERT_EQ(words, input);
      plan.inverse(words.data());
      testing::expect_canonical(words, plan.modulus());
      plan.forward(words.data());
      ASSERT_EQ(words, input);
    }
  });
}

// Any two vectors, not only transforms: block by block against the definition.
TYPED_TEST(Shape, MultiplyMultipliesModuloTheFactors) {
  using Word = TypeParam;
  this->for_each_plan_up_to(256, [](const NttPlan<Word>& plan, SeededValues& random) {
    const std::size_t n = plan.degree(), size = std::size_t{1} << plan.shape().skipped_layers;
    const auto inputs = testing::vectors_under_test<Word>(n, plan.modulus(), random);
    const auto c = testing::random_words<Word>(n, plan.modulus(), random);
    for (const std::size_t i : {std::size_t{1}, std::size_t{8}, std::size_t{9}}) {
      const auto &a = inputs[i], &b = inputs[i == 1 ? 1 : 9];
      std::vector<Word> product(n), sum(n), expected_sum(n);
      plan.arithmetic().multiply(product.data(), a.data(), b.data(), plan.degree());
      plan.arithmetic().multiply_add(sum.data(), a.data(), b.data(), c.data(), plan.degree());
      for (std::size_t j = 0; j < n / size; ++j) {
        ASSERT_EQ(block_of(product, j, size),
                  testing::product_modulo(block_of(a, j, size), block_of(b, j, size), zeta(plan, j),
                                          plan.modulus()))
            << "block " << j;
      }
      for (std::size_t k = 0; k < n; ++k) {
        expected_sum[k] = static_cast<Word>((std::uint64_t{product[k]} + c[k]) % plan.modulus());
      }
      ASSERT_EQ(sum, expected_sum);
    }
  });
}

TYPED_TEST(Shape, ProductsAreThoseOfTheRing) {
  using Word = TypeParam;
  this->for_each_plan_up_to(512, [](const NttPlan<Word>& plan, SeededValues& random) {
    const std::uint64_t p = plan.modulus();
    const std::size_t n = plan.degree();
    const auto inputs = testing::vectors_under_test<Word>(n, p, random);
    const bool cyclic = plan.shape().convolution == Convolution::cyclic;
    for (const std::size_t i : {std::size_t{1}, std::size_t{9}}) {
      auto a = inputs[i], b = inputs[9];
      const auto expected = testing::product_modulo(a, b, cyclic ? 1 : p - 1, p);
      plan.forward(a.data());
      plan.forward(b.data());
      plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
      plan.inverse(a.data());
      ASSERT_EQ(a, expected) << "input " << i;
    }
  });
}

}  // namespace
}  // namespace lath
