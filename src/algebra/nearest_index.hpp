// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "lath/ntt/prime_powers.hpp"

namespace lath::detail {

/// How Phi_m splits modulo a number: one factor for each coset of a UnitQuotient.
struct FactorCount {
  std::uint64_t index;          ///< m
  std::size_t factors, degree;  ///< how many there are, and the degree of each
};

/// The index nearest to m, up to kMaxIndex, with at least so many factors, of degrees up to
/// `most_degree`, modulo the product of these powers; none if there is none. If two are equally
/// near, the smaller one.
[[nodiscard]] std::optional<FactorCount> nearest_index(std::uint64_t m, std::size_t factors,
                                                       const std::vector<PrimePower>& powers,
                                                       std::size_t most_degree);

}  // namespace lath::detail
