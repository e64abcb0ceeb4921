// SPDX-License-Identifier: Apache-2.0
//
// For builds with LATH_CHECKING: what docs/decisions/0002 bounds, searched for its largest value,
// and that the checks see what they are for.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <vector>

#include "arith/range_checks.hpp"
#include "ntt/plan_cases.hpp"

namespace lath {
namespace {

using Word = std::uint64_t;
using testing::SeededValues;

// The largest primes of both kinds of f64: below 2^50, and below 2^49.
std::vector<Word> primes_at_limits(std::size_t n) {
  std::vector<Word> primes = ntt_primes(50, n, 2);
  for (const Word p : ntt_primes(49, n, 2)) primes.push_back(p);
  return primes;
}

// The kernel of f64 with the longest vectors, if there is one.
std::optional<Kernel> f64_kernel(std::uint64_t p) {
  std::optional<Kernel> found;
  for (const Kernel& kernel : available_kernels<Word>(p)) {
    if (kernel.family == Family::f64) found = kernel;
  }
  return found;
}

// The largest working value / p of a transform of `words`.
template <class Transform>
double largest_in(const Transform& transform, std::vector<Word> words) {
  (void)detail::take_largest_working_value();
  transform(words.data());
  return detail::take_largest_working_value();
}

// Starts from an extreme vector and keeps changes of one word below p that do not lower the largest
// value.
template <class Transform>
double search(const Transform& transform, std::vector<Word> words, Word p, int steps,
              SeededValues& random) {
  double largest = largest_in(transform, words);
  for (int step = 0; step < steps; ++step) {
    auto changed = words;
    const Word choices[] = {0, p - 1, p / 2, p / 2 + 1, random.below(p)};
    changed[random.below(words.size())] = choices[random.below(5)];
    const double value = largest_in(transform, changed);
    if (value < largest) continue;
    largest = value;
    words = std::move(changed);
  }
  return largest;
}

TEST(WorkingRange, StaysWithinItsProvedBoundsUnderSearch) {
  double forward = 0, inverse = 0;
  for (const std::size_t n : {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128},
                              std::size_t{256}, std::size_t{1024}, std::size_t{4096}}) {
    for (const std::uint64_t p : primes_at_limits(n)) {
      const auto kernel = f64_kernel(p);
      if (!kernel) GTEST_SKIP() << "no f64 here";
      const auto plan = NttPlan<Word>::create(n, p, *kernel);
      SeededValues random(p);
      const int steps = n <= 256 ? 1000 : 20;
      for (const auto& start : testing::vectors_under_test<Word>(n, p, random)) {
        forward =
            std::max(forward, search([&](Word* a) { plan.forward(a); }, start, p, steps, random));
        inverse =
            std::max(inverse, search([&](Word* a) { plan.inverse(a); }, start, p, steps, random));
      }
    }
  }
  std::printf("largest |v|/p: forward %.3f, inverse %.3f\n", forward, inverse);
  // The bounds of docs/decisions/0002; values well below would mean that nothing was looked at.
  EXPECT_LE(forward, 7.19);
  EXPECT_GE(forward, 2);
  EXPECT_LE(inverse, 8);
  EXPECT_GE(inverse, 2);
}

// Residues modulo 2p come in as values up to p of either sign, so that forward has the same bounds.
TEST(WorkingRange, OfCenteredResiduesStaysWithinItsProvedBoundsUnderSearch) {
  double largest = 0;
  for (const std::size_t n : {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128},
                              std::size_t{256}, std::size_t{1024}, std::size_t{4096}}) {
    for (const std::uint64_t p : primes_at_limits(n)) {
      const auto kernel = f64_kernel(p);
      if (!kernel) GTEST_SKIP() << "no f64 here";
      const auto plan = NttPlan<Word>::create(n, p, *kernel);
      SeededValues random(p);
      const Word q = 2 * p;
      const auto transform = [&](Word* a) { plan.forward_centered(a, a, q); };
      const int steps = n <= 256 ? 1000 : 20;
      std::vector<std::vector<Word>> starts = testing::vectors_under_test<Word>(n, q, random);
      starts.emplace_back(n, p);      // all p
      starts.emplace_back(n, p + 1);  // all 1 - p
      for (const auto& start : starts) {
        largest = std::max(largest, search(transform, start, q, steps, random));
      }
    }
  }
  std::printf("largest |v|/p: centered %.3f\n", largest);
  EXPECT_LE(largest, 7.19);
  EXPECT_GE(largest, 2);
}

// Products in one entry leave forward with its bounds and come back with signed values, whose sums
// docs/decisions/0002 bounds by 7.38 p.
TEST(WorkingRange, OfConvolutionsStaysWithinItsProvedBoundsUnderSearch) {
  double squares = 0, products = 0;
  for (const std::size_t n : {std::size_t{16}, std::size_t{32}, std::size_t{64}, std::size_t{128},
                              std::size_t{256}, std::size_t{1024}, std::size_t{4096}}) {
    for (const std::uint64_t p : primes_at_limits(n)) {
      const auto kernel = f64_kernel(p);
      if (!kernel) GTEST_SKIP() << "no f64 here";
      const auto plan = NttPlan<Word>::create(n, p, *kernel);
      SeededValues random(p);
      // Coefficients whose transform is `values`, times values of p - 1: what the inverse starts
      // from is extreme, and forward stays small.
      const std::vector<Word> last(n, p - 1);
      const auto squared = [&](Word* values) {
        plan.inverse(values);
        (void)detail::take_largest_working_value();
        plan.convolve(values, values);
      };
      const auto multiplied = [&](Word* values) {
        plan.inverse(values);
        (void)detail::take_largest_working_value();
        plan.convolve_transformed(values, last.data());
      };
      const int steps = n <= 256 ? 500 : 10;
      for (const auto& start : testing::vectors_under_test<Word>(n, p, random)) {
        squares = std::max(squares, search(squared, start, p, steps, random));
        products = std::max(products, search(multiplied, start, p, steps, random));
      }
    }
  }
  std::printf("largest |v|/p: squares %.3f, products by transforms %.3f\n", squares, products);
  EXPECT_LE(squares, 7.38);
  EXPECT_GE(squares, 2);
  EXPECT_LE(products, 7.38);
  EXPECT_GE(products, 2);
}

// Factors and products of entries with products stay within p at the extremes.
TEST(WorkingRange, OfProductsWithSumsIsThePrime) {
  constexpr std::size_t kDegree = 64;
  for (const std::uint64_t p : primes_at_limits(kDegree)) {
    const auto kernel = f64_kernel(p);
    if (!kernel) GTEST_SKIP() << "no f64 here";
    const auto plan = NttPlan<Word>::create(kDegree, p, *kernel);
    SeededValues random(p);
    const auto inputs = testing::vectors_under_test<Word>(kDegree, p, random);
    (void)detail::take_largest_working_value();
    std::vector<Word> out(kDegree);
    for (const auto& a : inputs) {
      for (const auto& b : inputs) {
        const Word *x = a.data(), *y = b.data();
        plan.arithmetic().multiply_add(out.data(), x, x, y, plan.degree());
        plan.arithmetic().apply(Operation::multiply_subtract, out.data(), {x, x, y}, plan.degree());
        plan.arithmetic().apply(Operation::subtract_product, out.data(), {x, x, y}, plan.degree());
        plan.arithmetic().apply(Operation::add_products, out.data(), {x, x, y, y}, plan.degree());
        plan.arithmetic().apply(Operation::multiply_sum, out.data(), {x, y, x}, plan.degree());
        plan.arithmetic().apply(Operation::multiply_difference, out.data(), {x, y, x},
                                plan.degree());
      }
    }
    EXPECT_LE(detail::take_largest_working_value(), 1);
  }
}

TEST(RangeChecksDeathTest, SeeWordsOutOfRange) {
  const auto plan = NttPlan<Word>::create(64, 193, {Convolution::cyclic, 0});
  std::vector<Word> words(64, 192), lazy(64, 4 * 193 - 1), other(64, 0);
  plan.forward(words.data());
  plan.arithmetic().reduce(words.data(), lazy.data(), plan.degree());
  words[5] = 193;
  EXPECT_DEATH(plan.forward(words.data()), "word 5 of the operand of forward is 193");
  EXPECT_DEATH(plan.inverse(words.data()), "operand of inverse.* is 193, not below 193");
  EXPECT_DEATH(plan.forward(other.data(), words.data()), "operand of forward is 193");
  EXPECT_DEATH(plan.inverse(other.data(), words.data()), "operand of inverse is 193");
  EXPECT_DEATH(plan.forward_centered(other.data(), words.data(), 193),
               "operand of forward_centered");
  EXPECT_DEATH(plan.forward_centered(other.data(), other.data(), 2 * 193 + 1),
               "modulus of forward_centered is 387");
  EXPECT_DEATH(plan.arithmetic().multiply(other.data(), other.data(), words.data(), plan.degree()),
               "second operand");
  EXPECT_DEATH(plan.convolve(other.data(), words.data()), "second operand of convolve is");
  EXPECT_DEATH(plan.convolve_transformed(words.data(), other.data()),
               "first operand of convolve_transformed");
  EXPECT_DEATH(plan.arithmetic().multiply_add(other.data(), other.data(), other.data(),
                                              words.data(), plan.degree()),
               "third operand");
  EXPECT_DEATH(plan.arithmetic().apply(Operation::add_products, other.data(),
                                       {other.data(), other.data(), other.data(), words.data()},
                                       plan.degree()),
               "fourth operand");
  EXPECT_DEATH(plan.arithmetic().apply(Operation::multiply_sum, other.data(),
                                       {words.data(), other.data(), other.data()}, plan.degree()),
               "first operand");
  lazy[63] = 4 * 193;
  EXPECT_DEATH(plan.arithmetic().reduce(other.data(), lazy.data(), plan.degree()),
               "word 63 .* is 772, not below 772");
  const auto blocks = NttPlan<Word>::create(64, 193, {Convolution::cyclic, 1});
  EXPECT_DEATH(blocks.arithmetic().multiply(other.data(), other.data(), other.data(), 63),
               "no multiples");
}

TEST(RangeChecksDeathTest, SeeWorkingValuesOutOfRange) {
  const double values[] = {17.0, -136.0, 137.0, 0.5, -0.0};
  detail::check_working_values(values, 2, 17, 8);
  EXPECT_EQ(detail::take_largest_working_value(), 8.0);
  EXPECT_DEATH(detail::check_working_values(values, 3, 17, 8), "up to 8");
  EXPECT_DEATH(detail::check_working_values(values + 3, 1, 17, 8), "not an integer");
  EXPECT_DEATH(detail::check_working_values(values + 4, 1, 17, 8), "is -0");
}

TEST(RangeChecksDeathTest, SeeWorkingWordsOutOfRange) {
  const std::int64_t values[] = {-17, 16, 17, -18};
  detail::check_working_words(values, 2, -17, 17);
  EXPECT_DEATH(detail::check_working_words(values + 2, 1, -17, 17), "is 17, not in .-17, 17.");
  EXPECT_DEATH(detail::check_working_words(values + 3, 1, -17, 17), "is -18, not in");
}

}  // namespace
}  // namespace lath
