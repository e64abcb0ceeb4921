// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/definition.hpp"
#include "kernels/plan_cases.hpp"

namespace lath {
namespace {

using Word = std::uint64_t;

// Degrees whose subtrees do not fit into the caches, judged at random points: a wrong slot among
// 2^20 would go unseen here, so the inverse must also give back every coefficient.
TEST(LargeDegree, TransformsAreRightAtRandomPoints) {
  for (const std::size_t n : {std::size_t{1} << 16, std::size_t{1} << 17, kMaxDegree}) {
    for (const int bits : {50, 62}) {
      const std::uint64_t p = ntt_primes(bits, n, 1).front();
      for (const Kernel kernel : NttPlan<Word>::available(p)) {
        const auto plan = NttPlan<Word>::create(n, p, kernel);
        SCOPED_TRACE(testing::describe(plan));
        testing::SeededValues random(n);
        SCOPED_TRACE(random.label());
        const auto input = testing::random_words<Word>(n, p, random);
        auto words = input;
        plan.forward(words.data());
        testing::expect_canonical(words, p);
        for (int i = 0; i < 3; ++i) {
          const std::size_t j = random.below(n);
          ASSERT_EQ(words[j], testing::slot(input, j, plan.root(), p)) << "slot " << j;
        }
        plan.inverse(words.data());
        ASSERT_EQ(words, input);
      }
    }
  }
}

}  // namespace
}  // namespace lath
