// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

template <class Word>
class Transforms : public ::testing::Test {};
TYPED_TEST_SUITE(Transforms, testing::PlanWords);

// Calls check(plan, input) for every degree, prime, kernel and input.
template <class Word, class Check>
void for_each_input(const Check& check) {
  for (std::size_t n = 2; n <= testing::kLargestTestedDegree<Word>; n *= 2) {
    const std::size_t plans = testing::for_each_plan<Word>(n, [&](const NttPlan<Word>& plan) {
      SeededValues random(n);
      SCOPED_TRACE(random.label());
      for (const auto& input : testing::vectors_under_test<Word>(n, plan.modulus(), random)) {
        check(plan, input, random);
        if (::testing::Test::HasFatalFailure()) return;
      }
    });
    ASSERT_GE(plans, 1U) << n;
  }
}

TYPED_TEST(Transforms, RootsAreOfOrderTwiceTheDegree) {
  for (std::size_t n = 2; n <= testing::kLargestTestedDegree<TypeParam>; n *= 2) {
    testing::for_each_plan<TypeParam>(n, [&](const NttPlan<TypeParam>& plan) {
      ASSERT_EQ(plan.degree(), n);
      // psi^n = -1 says exactly that, for n a power of two.
      ASSERT_EQ(testing::power_by_division(plan.root(), n, plan.modulus()), plan.modulus() - 1U);
    });
  }
}

// All slots of short vectors, some of long ones.
TYPED_TEST(Transforms, ForwardGivesTheValuesAtTheOddPowersOfTheRoot) {
  using Word = TypeParam;
  for_each_input<Word>([](const NttPlan<Word>& plan, const std::vector<Word>& input,
                          SeededValues& random) {
    const std::size_t n = input.size();
    auto values = input;
    plan.forward(values.data());
    testing::expect_canonical(values, plan.modulus());
    for (std::size_t i = 0; i < (n <= 256 ? n : 3); ++i) {
      const std::size_t j = n <= 256 ? i : random.below(n);
      ASSERT_EQ(values[j], testing::slot(input, j, plan.root(), plan.modulus())) << "slot " << j;
    }
  });
}

TYPED_TEST(Transforms, InverseUndoesForward) {
  using Word = TypeParam;
  for_each_input<Word>(
      [](const NttPlan<Word>& plan, const std::vector<Word>& input, SeededValues&) {
        auto words = input;
        plan.forward(words.data());
        plan.inverse(words.data());
        ASSERT_EQ(words, input);
      });
}

// The inverse is driven with the same extreme vectors as values.
TYPED_TEST(Transforms, ForwardUndoesInverse) {
  using Word = TypeParam;
  for_each_input<Word>(
      [](const NttPlan<Word>& plan, const std::vector<Word>& input, SeededValues&) {
        auto words = input;
        plan.inverse(words.data());
        testing::expect_canonical(words, plan.modulus());
        plan.forward(words.data());
        ASSERT_EQ(words, input);
      });
}

TYPED_TEST(Transforms, EveryKernelGivesTheBitsOfTheScalarReference) {
  using Word = TypeParam;
  std::size_t compared = 0;
  for_each_input<Word>(
      [&](const NttPlan<Word>& plan, const std::vector<Word>& input, SeededValues&) {
        if (plan.kernel().isa == Isa::scalar) return;
        const Kernel scalar = available_kernels<Word>(plan.modulus()).front();
        ASSERT_EQ(scalar.isa, Isa::scalar);
        const auto reference = NttPlan<Word>::create(input.size(), plan.modulus(), scalar);
        auto words = input, expected = input;
        plan.forward(words.data());
        reference.forward(expected.data());
        ASSERT_EQ(words, expected) << "forward";
        words = expected = input;
        plan.inverse(words.data());
        reference.inverse(expected.data());
        ASSERT_EQ(words, expected) << "inverse";
        ++compared;
      });
  if (compared == 0) GTEST_SKIP() << "only the scalar reference is here";
}

// Many random vectors at the sizes where the schedule changes its shape.
TYPED_TEST(Transforms, RandomVectorsSurviveBothTransforms) {
  using Word = TypeParam;
  for (const std::size_t n :
       {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{1024}}) {
    testing::for_each_plan<Word>(n, [&](const NttPlan<Word>& plan) {
      for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        SeededValues random(seed);
        SCOPED_TRACE(random.label());
        const auto input = testing::random_words<Word>(n, plan.modulus(), random);
        auto words = input;
        plan.forward(words.data());
        const std::size_t j = random.below(n);
        ASSERT_EQ(words[j], testing::slot(input, j, plan.root(), plan.modulus()));
        plan.inverse(words.data());
        ASSERT_EQ(words, input);
      }
    });
  }
}

}  // namespace
}  // namespace lath
