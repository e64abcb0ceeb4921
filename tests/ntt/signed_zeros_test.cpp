// SPDX-License-Identifier: Apache-2.0
//
// Zeros of both signs among numbers in double precision. No kernel leaves -0 on a CPU; an emulator
// may. Builds with LATH_CHECKING stop at -0, so that they lack this file.
#include <gtest/gtest.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// Words as doubles, whose zeros are negative.
std::vector<std::uint64_t> with_negative_zeros(const std::vector<std::uint64_t>& words) {
  std::vector<std::uint64_t> doubles;
  for (const std::uint64_t x : words) {
    doubles.push_back(std::bit_cast<std::uint64_t>(x == 0 ? -0.0 : static_cast<double>(x)));
  }
  return doubles;
}

// Those of i52 make words of what they read, and -0 is none.
TEST(SignedZeros, AreZeroForTransformsInDoublePrecision) {
  for (const std::size_t n : {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128},
                              std::size_t{1024}, std::size_t{8192}}) {
    (void)testing::for_each_plan<std::uint64_t>(n, [n](const NttPlan<std::uint64_t>& plan) {
      if (plan.kernel().family != Family::f64 || !plan.takes_doubles()) return;
      SeededValues random(n);
      SCOPED_TRACE(random.label());
      std::vector<std::uint64_t> sparse(n), step(n);
      for (std::uint64_t& x : sparse) x = random.below(8) == 0 ? random.below(plan.modulus()) : 0;
      for (std::size_t i = n / 2; i < n; ++i) step[i] = 1;
      for (const auto& words : {std::vector<std::uint64_t>(n), sparse, step}) {
        std::vector<std::uint64_t> expected(n), out = with_negative_zeros(words);
        plan.forward(expected.data(), words.data());
        plan.forward_between(out.data(), NumberForm::words, out.data(), NumberForm::doubles);
        ASSERT_EQ(out, expected);
        out = with_negative_zeros(words);
        plan.forward_between(out.data(), NumberForm::doubles, out.data(), NumberForm::doubles);
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(out[i] == 0, expected[i] == 0) << "word " << i << " has the bits " << out[i];
        }
      }
    });
  }
}

}  // namespace
}  // namespace lath
