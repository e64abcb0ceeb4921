// SPDX-License-Identifier: Apache-2.0
//
// The parts of noise bounds that no circuit of everyday size comes near: rare events, by their
// definition, and what a bound remembers of the circuit that it belongs to.
#include "lath/he/noise_bound.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <numbers>

#include "he/noise/embedding.hpp"

namespace lath::he {
namespace {

constexpr std::size_t kDegree = 16384;

NoiseBound unit() { return {0, kDegree}; }
double excess(const NoiseBound& x) { return x.log2_stated_deviation() - x.log2_deviation(); }
// A relinearised product in BFV.
NoiseBound product(const NoiseBound& a, const NoiseBound& b) {
  return (a + b).of_product(a, b, 0).with_new_parts();
}

TEST(NoiseBound, OfOneNoiseIsGaussian) {
  EXPECT_EQ(excess(unit()), 0);
  EXPECT_EQ(excess(unit() + unit()), 0);
  EXPECT_NEAR((unit() + unit()).log2_deviation(), 1, 1e-12);
  EXPECT_NEAR(unit().log2_bound(), std::log2(2 * (129 * std::numbers::ln2 + std::log(kDegree))) / 2,
              1e-12);
}

// The probability that a product of d + 1 exponential numbers is above K is e^-K for d = 0, and for
// d = 1 2 sqrt(K) K_1(2 sqrt(K)), a Bessel function.
TEST(NoiseBound, OfAProductIsAboveTheProbabilityOfRareProducts) {
  const NoiseBound x = product(unit(), unit());
  const double nats = 127 * std::numbers::ln2;
  double low = 1, high = 1e6;
  for (int i = 0; i < 100; ++i) {
    const double k = (low + high) / 2, root = std::sqrt(k);
    const double log_tail = std::log(2 * root) + std::log(std::numbers::pi / (4 * root)) / 2 -
                            2 * root;  // of K_1, for large arguments
    (log_tail > -nats ? low : high) = k;
  }
  const double key = largest_secret_norm(kDegree) / kDegree, n = kDegree;
  const double square = low * 2 * key / n / (2 * (129 * std::numbers::ln2 + std::log(n)));
  EXPECT_GE(excess(x), std::log2(1 + square) / 2);
  EXPECT_LE(excess(x), std::log2(1 + 4 * square) / 2);
}

TEST(NoiseBound, OfTreesIsBelowThatOfChains) {
  NoiseBound tree = unit(), chain = unit();
  double before = 0;
  for (int depth = 1; depth <= 12; ++depth) {
    tree = product(tree, tree);
    chain = product(chain, unit());
    EXPECT_GE(excess(tree), before);
    if (depth > 1) {
      EXPECT_GT(excess(chain), excess(tree)) << depth;
    }
    before = excess(tree);
    if (depth == 6) {
      EXPECT_LT(excess(tree), 5);
      EXPECT_GT(excess(chain), 8);
    }
  }
}

TEST(NoiseBound, RemembersTheOldestSummandOfParts) {
  const NoiseBound old = unit(), square = product(old, old);
  // New parts, and those of a sum with an old ciphertext.
  const NoiseBound again = product(square, square), sum = product(square + old, square);
  EXPECT_GT(excess(sum), excess(again));
  // A key switch makes new parts; errors and numbers leave them alone.
  const NoiseBound switched = (square + old).with_new_parts();
  EXPECT_NEAR(excess(product(switched, square)), excess(again), 1e-12);
  EXPECT_NEAR(excess(square.plus(unit()).scaled(3)), excess(square), 1e-12);
}

TEST(NoiseBound, IsTheSameAsOneThatBytesState) {
  const NoiseBound x = product(product(unit(), unit()), unit());
  const NoiseBound stated(x.log2_stated_deviation(), kDegree);
  EXPECT_TRUE(x == stated);
  EXPECT_EQ(x.log2_bound(), stated.log2_bound());
}

// Values are multiplied, and no coefficient is more than the sum of all squares.
TEST(NoiseBound, OfAProductOfNoisesBoundsValuesAndCoefficients) {
  for (const std::size_t degree :
       {std::size_t{16}, std::size_t{4096}, std::size_t{131072}, std::size_t{524288}}) {
    const auto n = static_cast<double>(degree);
    const NoiseBound x(0, degree), square = x.times(x, n);
    EXPECT_NEAR(square.log2_largest_value(n), 2 * x.log2_largest_value(n), 1e-9);
    EXPECT_GE(square.log2_bound(), std::log2(0.85 * n) - 1e-9);
    EXPECT_GE(square.log2_deviation(), std::log2(n) / 2);
    EXPECT_LE(square.log2_deviation(), x.log2_largest_value(n));
    // The pair of roots where all is improbable counts in the squares of a small ring.
    const double pair = std::exp2(2 * x.log2_largest_value(n)) * 2 / n;
    EXPECT_GE(square.log2_bound(), std::log2(pair) - 1e-9);
  }
}

// The inequality of Cauchy and Schwarz does not say how a coefficient is distributed: a bound by it
// is no deviation for the squares of a next product.
TEST(NoiseBound, OfAProductOfNoisesStatesTheDeviationOfTheNext) {
  for (const std::size_t degree : {std::size_t{64}, std::size_t{8192}, std::size_t{131072}}) {
    const auto n = static_cast<double>(degree);
    const NoiseBound x(0, degree), square = x.times(x, n);
    const NoiseBound stated(square.log2_stated_deviation(), degree);
    EXPECT_GE(stated.log2_deviation(), square.log2_deviation());
    EXPECT_GE(stated.log2_bound(), square.log2_bound());
    const NoiseBound next = square.times(x, n), read = stated.times(x, n);
    EXPECT_GE(read.log2_bound(), next.log2_bound());
    EXPECT_EQ(square + x, x + square);
    EXPECT_NEAR((square + square).log2_bound(), square.log2_bound() + 1, 1e-12);
    EXPECT_NEAR(square.scaled(3).log2_bound(), square.log2_bound() + 3, 1e-12);
  }
  EXPECT_LT(unit().times(unit(), kDegree).log2_bound(),
            NoiseBound(unit().times(unit(), kDegree).log2_deviation(), kDegree).log2_bound());
}

}  // namespace
}  // namespace lath::he
