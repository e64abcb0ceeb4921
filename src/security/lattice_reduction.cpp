// SPDX-License-Identifier: Apache-2.0
#include "security/lattice_reduction.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lath::detail {
namespace {

using std::numbers::e;
using std::numbers::pi;

// log2 of the gates of a sieve in dimension b: kSlope b + kOffset, fitted to the counts of
// M. Albrecht, V. Gheorghiu, E. Postlethwaite, J. Schanck, "Estimating Quantum Speedups for Lattice
// Sieves" (Asiacrypt 2020), list decoding, as MATZOV corrected and improved them.
constexpr double kSlope = 0.29613500308205365, kOffset = 20.387885985467914;

// A sieve leaves 2^(0.2075 b) vectors that are at most sqrt(4/3) times as long as the shortest.
constexpr double kSieveVectors = 0.2075;

constexpr double kSieveOverhead2018 = 16.4;

// The exponent in the models that count a sieve as 2^(exponent beta + constant) operations.
double sieve_exponent(CostModel model) {
  switch (model) {
    case CostModel::core_svp_quantum:
    case CostModel::standard_2018_quantum:
      return 0.265;
    case CostModel::chailloux_loyer:
      return 0.257;
    default:
      return 0.292;
  }
}

bool is_2018(CostModel model) {
  return model == CostModel::standard_2018_classical || model == CostModel::standard_2018_quantum;
}

// log2 of 1 / (1 - 2^-slope): the cost of the last sieve and of the sieves in all smaller
// dimensions before it, in units of the last one.
double log2_progressive_sieves() { return -std::log2(1 - std::exp2(-kSlope)); }

double log2_gates(double sieve_dimension) {
  return log2_progressive_sieves() + kSlope * sieve_dimension + kOffset;
}

// A sieve in dimension b finds a shortest vector in a dimension that is larger by this number:
// L. Ducas, "Shortest vector from lattice sieving" (Eurocrypt 2018).
double dimensions_for_free(double b) {
  return std::max(0.0, b * std::log(4.0 / 3) / std::log(b / (2 * pi * e)));
}

}  // namespace

double log2_sum(double a, double b) {
  const double greater = std::max(a, b), less = std::min(a, b);
  return std::isinf(greater) ? greater : greater + std::log2(1 + std::exp2(less - greater));
}

double log_root_hermite_factor(double b) {
  return (std::log(b / (2 * pi * e)) + std::log(pi * b) / b) / (2 * (b - 1));
}

double log2_reduction_cost(CostModel model, double b, double dimension) {
  if (model == CostModel::matzov) {
    const double blocks = std::max(dimension - b, 1.0);
    return log2_progressive_sieves() + std::log2(blocks) + log2_gates(b - dimensions_for_free(b));
  }
  const double sieve = sieve_exponent(model) * b;
  if (!is_2018(model)) return sieve;
  return sieve + kSieveOverhead2018 + (b < dimension ? std::log2(8 * dimension) : 0.0);
}

double log2_svp_cost(CostModel model, double dimension) {
  return log2_reduction_cost(model, dimension, dimension);
}

ShortVectors short_vectors(CostModel model, double b, double dimension) {
  const double reduction = log2_reduction_cost(model, b, dimension);
  if (model != CostModel::matzov) return {kSieveVectors * b, reduction};
  const double blocks = std::max(dimension - b, 1.0);
  const double largest =
      b - dimensions_for_free(b) + (std::log2(blocks) + log2_progressive_sieves()) / kSlope;
  const double sieve = std::min(dimension, largest);
  return {kSieveVectors * sieve, log2_sum(reduction, log2_gates(sieve))};
}

}  // namespace lath::detail
