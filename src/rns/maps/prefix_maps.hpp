// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/rns/row_map.hpp"

namespace lath::detail {

/// Row maps from the first k of some moduli q_i to the first l of other moduli p_j, all of them
/// coprime: with Q = q_1 ... q_k and the representative [g x] of g x modulo Q in [-Q/2, Q/2],
///
///     out_j = own_j W_j - [g x] / Q  mod p_j.
///
/// RowMap says how this rounds, with fractions of 44 bits. All these maps have M_ji = -1/q_i and
/// A = 1. So maps from many moduli share one table, and each keeps a few words for each q_i and
/// p_j: all of them together grow with the square of the number of moduli, and with its cube if
/// each had a table of its own. Immutable, and safe to share between threads.
class PrefixMaps {
 public:
  /// From q_i to p_j. Costs a few products for each pair of moduli.
  PrefixMaps(std::span<const Modulus> from, std::span<const Modulus> to);

  ///@{
  /// The q_i, and the p_j.
  [[nodiscard]] std::span<const Modulus> from() const noexcept { return from_; }
  [[nodiscard]] std::span<const Modulus> to() const noexcept { return to_; }
  ///@}
  /// q_1 ... q_k modulo p_j.
  [[nodiscard]] std::uint64_t product(std::size_t k, std::size_t j) const noexcept {
    return products_[j * (from_.size() + 1) + k];
  }
  /// The map for the residues g_i of g modulo q_i and the factors W_j, which say how many sources
  /// and targets there are. Costs a few products for each of them.
  [[nodiscard]] RowMap map(std::span<const std::uint64_t> g,
                           std::span<const std::uint64_t> own) const;

 private:
  std::vector<Modulus> from_, to_;
  // A row for each p_j: the product of no q_i, the first one, the first two, ...
  std::vector<std::uint64_t> products_;
  // A row for each q_i: the inverse of q_1 ... q_k without q_i for k = 1, 2, ...
  std::vector<std::uint64_t> inverses_;
  std::vector<std::vector<std::uint64_t>> factors_;  // M_j for a few sources
  std::optional<RowMap> whole_;                      // from all q_i to all p_j, if they are many
};

}  // namespace lath::detail
