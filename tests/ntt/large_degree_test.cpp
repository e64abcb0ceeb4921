// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ntt/definition.hpp"
#include "ntt/plan_cases.hpp"
#include "ntt/random_points.hpp"

namespace lath {
namespace {

using testing::SeededValues;

// The forward transform and its inverse with every kernel. All slots are judged together by random
// weights, one of them by the definition, so that the weights are judged as well.
template <class Word>
void expect_transforms(std::size_t n, int bits) {
  const std::uint64_t p = ntt_primes(bits, n, 1).front();
  SeededValues random(n + static_cast<std::uint64_t>(bits));
  SCOPED_TRACE(random.label());
  const auto input = testing::random_words<Word>(n, p, random);
  const std::uint64_t psi = NttPlan<Word>::create(n, p).root();
  struct Point {
    std::uint64_t s, expected;
  };
  std::vector<Point> points(testing::points_needed(n, p));
  for (Point& point : points) {
    point.s = random.below(p);
    const auto weights = testing::slot_weights(n, point.s, psi, p);
    testing::ProductSum sum(p);
    for (std::size_t i = 0; i < n; ++i) sum.add(weights[i], input[i]);
    point.expected = sum.residue();
  }
  const std::size_t j = random.below(n);
  const std::uint64_t slot = testing::slot(input, j, psi, p);
  for (const Kernel kernel : available_kernels<Word>(p)) {
    const auto plan = NttPlan<Word>::create(n, p, kernel);
    SCOPED_TRACE(testing::describe(plan));
    auto words = input;
    plan.forward(words.data());
    testing::expect_canonical(words, p);
    ASSERT_EQ(words[j], slot) << "slot " << j;
    for (const Point& point : points) {
      ASSERT_EQ(testing::value_at(testing::Factor(point.s, p), words.data(), n), point.expected)
          << "slots weighted by the powers of " << point.s;
    }
    plan.inverse(words.data());
    ASSERT_EQ(words, input);
  }
}

// Degrees whose subtrees do not fit into the caches, for all families that have primes there: the
// 16-bit family ends at 2048.
TEST(LargeDegree, TransformsAreRightAtRandomPoints) {
  for (std::size_t n = std::size_t{1} << 16; n <= kMaxDegree; n *= 2) {
    expect_transforms<std::uint32_t>(n, 30);
    for (const int bits : {50, 62}) expect_transforms<std::uint64_t>(n, bits);
    if (HasFatalFailure()) return;
  }
}

// The judge itself, where the definition can be had.
TEST(LargeDegree, WeightsOfSlotsAndValuesOfProductsAreThoseOfTheDefinition) {
  for (const std::size_t n : {2U, 4U, 16U, 64U}) {
    const std::uint64_t p = ntt_primes(62, n, 1).front();
    const std::uint64_t psi = NttPlan<std::uint64_t>::create(n, p).root();
    SeededValues random(n);
    SCOPED_TRACE(random.label());
    const auto a = testing::random_words<std::uint64_t>(n, p, random);
    const auto b = testing::random_words<std::uint64_t>(n, p, random);
    const testing::Factor x(random.below(p), p);
    std::vector<std::uint64_t> slots(n);
    for (std::size_t j = 0; j < n; ++j) slots[j] = testing::slot(a, j, psi, p);
    const auto weights = testing::slot_weights(n, x.value(), psi, p);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      sum = (sum + testing::multiply_by_division(weights[i], a[i], p)) % p;
    }
    ASSERT_EQ(sum, testing::evaluate(slots, x.value(), p));
    ASSERT_EQ(testing::value_at(x, slots.data(), n), sum);
    ASSERT_EQ(testing::product_value_at(x, a.data(), b.data(), n),
              testing::evaluate(testing::schoolbook_product(a, b, p), x.value(), p));
  }
}

}  // namespace
}  // namespace lath
