// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/security/security_estimate.hpp"

/// The quality and the cost of lattice reduction by BKZ. Block sizes are real numbers from
/// kLeastBlockSize on, so that all functions are continuous; costs are logarithms to the base 2.
namespace lath::detail {

inline constexpr double kLeastBlockSize = 40;

/// ln delta: BKZ finds a vector of length delta^d vol^(1/d) in dimension d. With
/// delta = (beta / (2 pi e) (pi beta)^(1 / beta))^(1 / (2 (beta - 1))): Y. Chen, "Réduction de
/// réseau et sécurité concrète du chiffrement complètement homomorphe" (2013).
[[nodiscard]] double log_root_hermite_factor(double block_size);

/// log2 of the operations of BKZ in dimension d.
[[nodiscard]] double log2_reduction_cost(CostModel model, double block_size, double dimension);

/// log2 of the operations of one search for a shortest vector in this dimension.
[[nodiscard]] double log2_svp_cost(CostModel model, double dimension);

/// The many short vectors that a sieve leaves after BKZ: 2^log2_count of them for 2^log2_cost
/// operations in all, BKZ included.
struct ShortVectors {
  double log2_count, log2_cost;
};
/// The result of a sieve in the dimension of the blocks; in the model of MATZOV, of a larger sieve
/// that costs as much as BKZ.
[[nodiscard]] ShortVectors short_vectors(CostModel model, double block_size, double dimension);

/// log2(2^a + 2^b).
[[nodiscard]] double log2_sum(double a, double b);

}  // namespace lath::detail
