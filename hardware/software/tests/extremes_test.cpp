// SPDX-License-Identifier: Apache-2.0
//
// Products of the largest, the smallest and single coefficients against GMP.
#include <gtest/gtest.h>
#include <initializer_list>

#include "expect_products.hpp"

namespace lath::hardware {
namespace {

using testing::expect_products;
using testing::Inputs;
using testing::SeededValues;

void fill_key(Inputs& inputs, const CoefficientModulus& q, bool ones) {
  for (std::size_t i = 0; i < inputs.key.size(); ++i) {
    inputs.key[i] = ones ? q.bound(i % kChunks) - 1 : 0;
  }
}

void try_extremes(const CoefficientModulus& q) {
  SeededValues random(1);
  for (const bool key : {true, false}) {
    for (const int u : {1, 0}) {
      // Every message has other errors.
      Inputs inputs(q, 4, random);
      fill_key(inputs, q, key);
      std::fill(inputs.u.begin(), inputs.u.end(), static_cast<std::int8_t>(u));
      const auto message = [&](std::ptrdiff_t j) {
        return inputs.errors.begin() + j * static_cast<std::ptrdiff_t>(kDegree);
      };
      std::fill(message(0), message(1), std::int8_t{-128});
      std::fill(message(1), message(2), std::int8_t{127});
      std::fill(message(2), message(3), std::int8_t{-1});
      std::fill(message(3), message(4), std::int8_t{0});
      SCOPED_TRACE("key " + std::to_string(key) + ", U " + std::to_string(u));
      expect_products(q, inputs);
    }
  }
}

void try_single(const CoefficientModulus& q) {
  SeededValues random(2);
  for (const std::size_t at : std::initializer_list<std::size_t>{0, 1, 39, 40, 1280, 2418, 2419}) {
    Inputs inputs(q, 4, random);
    fill_key(inputs, q, false);
    for (std::size_t k = 0; k < kChunks; ++k) inputs.key[at * kChunks + k] = q.bound(k) - 1;
    std::fill(inputs.u.begin(), inputs.u.end(), std::int8_t{0});
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t places[] = {0, at, 2419, 1210};
      inputs.u[j * kDegree + places[j]] = 1;
    }
    SCOPED_TRACE("coefficient " + std::to_string(at));
    expect_products(q, inputs);
  }
}

// Chunks that are zero and all ones in turn, and U that is one at every other place.
void try_patterns(const CoefficientModulus& q) {
  SeededValues random(3);
  for (std::size_t period = 1; period <= 3; ++period) {
    Inputs inputs(q, 1, random);
    for (std::size_t i = 0; i < inputs.key.size(); ++i) {
      inputs.key[i] = i / period % 2 == 0 ? q.bound(i % kChunks) - 1 : 0;
    }
    for (std::size_t i = 0; i < kDegree; ++i)
      inputs.u[i] = static_cast<std::int8_t>(i / period % 2);
    SCOPED_TRACE("period " + std::to_string(period));
    expect_products(q, inputs);
  }
}

void try_all(const CoefficientModulus& q) {
  try_extremes(q);
  try_single(q);
  try_patterns(q);
}

TEST(PaperExtremes, AreThoseOfGmpModulo2To135) { try_all(CoefficientModulus::power_of_two(135)); }
TEST(PaperExtremes, AreThoseOfGmpModulo2To125) { try_all(CoefficientModulus::power_of_two(125)); }
TEST(PaperExtremes, AreThoseOfGmpModulo2To109) {
  try_extremes(CoefficientModulus::power_of_two(109));
}
TEST(Extremes, AreThoseOfGmpModuloFivePrimes) { try_all(testing::five_primes()); }
TEST(Extremes, AreThoseOfGmpModuloThePrimesOfTheResidueDesign) {
  try_all(CoefficientModulus::residue_design());
}

}  // namespace
}  // namespace lath::hardware
