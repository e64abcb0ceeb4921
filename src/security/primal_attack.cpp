// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "security/lattice_reduction.hpp"
#include "security/lwe_attacks.hpp"

namespace lath::detail {
namespace {

constexpr double kLargestBlockSize = 1 << 22;

// The lattice of (s, e): n dimensions for s, scaled by the ratio of the standard deviations so that
// all coordinates are as wide as the error, and one dimension for each sample that is used.
struct PrimalLattice {
  const NormalInstance& lwe;

  [[nodiscard]] double log_scale() const { return lwe.log_error - lwe.log_secret; }
  [[nodiscard]] double largest_dimension() const { return lwe.dimension + lwe.samples; }
  // ln of the volume in dimension d.
  [[nodiscard]] double log_volume(double d) const {
    return (d - lwe.dimension) * lwe.log_modulus + lwe.dimension * log_scale();
  }
  // The dimension in which the shortest projections after BKZ are longest.
  [[nodiscard]] double best_dimension(double block_size) const {
    const double per_sample = lwe.dimension * (lwe.log_modulus - log_scale());
    const double d = std::ceil(std::sqrt(per_sample / log_root_hermite_factor(block_size)));
    return std::max(block_size, std::min(d, largest_dimension()));
  }
};

// Whether BKZ finds the embedded error in d dimensions and one for the embedding. It does if the
// projection of the error to the last block is shorter than the vector that the geometric series
// assumption predicts there.
bool reveals(const PrimalLattice& lattice, double block_size, double d) {
  const double projection = lattice.lwe.log_error + std::log(block_size) / 2;
  const double expected = log_root_hermite_factor(block_size) * (2 * block_size - d - 2) +
                          (lattice.log_volume(d) + lattice.lwe.log_error) / (d + 1);
  return projection <= expected;
}

// ln of the expected length of the shortest vector in the last `rank` of d dimensions after BKZ,
// with one more dimension for the embedded error.
double log_gaussian_heuristic(const PrimalLattice& lattice, double block_size, double d,
                              double rank) {
  const double volume = rank / d * lattice.log_volume(d) -
                        (d - rank) * rank * log_root_hermite_factor(block_size) +
                        lattice.lwe.log_error;
  const double ball = (rank + 1) / 2 * std::log(std::numbers::pi) - std::lgamma((rank + 1) / 2 + 1);
  return (volume - ball) / (rank + 1);
}

// The least rank of a projection in which the error is a shortest vector; above d if there is none.
double revealing_rank(const PrimalLattice& lattice, double block_size, double d) {
  return least_where(2, d + 1, 1, [&](double rank) {
    rank = std::floor(rank);
    const double error = lattice.lwe.log_error + std::log(rank + 1) / 2;
    return rank <= d && error <= log_gaussian_heuristic(lattice, block_size, d, rank);
  });
}

AttackEstimate bdd_with(const PrimalLattice& lattice, CostModel model, double block_size) {
  if (block_size > lattice.largest_dimension()) return no_attack();
  const double d = lattice.best_dimension(block_size);
  const double rank = std::floor(revealing_rank(lattice, block_size, d));
  if (rank > d) return no_attack();
  const double search = log2_sum(log2_svp_cost(model, rank + 1), 2 * std::log2(d - rank + 1));
  return {.log2_operations = log2_sum(log2_reduction_cost(model, block_size, d), search),
          .block_size = static_cast<std::size_t>(block_size),
          .lattice_dimension = static_cast<std::size_t>(d),
          .svp_dimension = static_cast<std::size_t>(rank + 1)};
}

}  // namespace

AttackEstimate no_attack() { return {.log2_operations = std::numeric_limits<double>::infinity()}; }

AttackEstimate estimate_primal_usvp(const NormalInstance& lwe, CostModel model) {
  const PrimalLattice lattice{lwe};
  const double largest = std::min(kLargestBlockSize, lattice.largest_dimension() + 1);
  const double b = std::ceil(least_where(kLeastBlockSize, largest, 0.5, [&](double block_size) {
    block_size = std::ceil(block_size);
    return reveals(lattice, block_size, lattice.best_dimension(block_size));
  }));
  const double best = lattice.best_dimension(b);
  if (!reveals(lattice, b, best)) return no_attack();
  // The least number of samples that suffices.
  const double d =
      std::ceil(least_where(std::max(b, lwe.dimension), best, 0.5, [&](double dimension) {
        return reveals(lattice, b, std::ceil(dimension));
      }));
  return {.log2_operations = log2_reduction_cost(model, b, d + 1),
          .block_size = static_cast<std::size_t>(b),
          .lattice_dimension = static_cast<std::size_t>(d + 1)};
}

AttackEstimate estimate_primal_bdd(const NormalInstance& lwe, CostModel model) {
  const PrimalLattice lattice{lwe};
  const double largest = std::min(kLargestBlockSize, lattice.largest_dimension());
  // With larger blocks the last search is smaller: at the optimum, both have about the same cost.
  const double balanced = least_where(kLeastBlockSize, largest, 1, [&](double block_size) {
    block_size = std::floor(block_size);
    const AttackEstimate found = bdd_with(lattice, model, block_size);
    return !std::isinf(found.log2_operations) &&
           log2_reduction_cost(model, block_size, static_cast<double>(found.lattice_dimension)) >=
               log2_svp_cost(model, static_cast<double>(found.svp_dimension));
  });
  constexpr int kAround = 8;
  AttackEstimate best = no_attack();
  for (int step = -kAround; step <= kAround; ++step) {
    const double block_size = std::floor(balanced) + step;
    if (block_size < kLeastBlockSize) continue;
    const AttackEstimate found = bdd_with(lattice, model, block_size);
    if (found.log2_operations < best.log2_operations) best = found;
  }
  return best;
}

}  // namespace lath::detail
