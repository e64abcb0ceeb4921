// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/ntt/prime_powers.hpp"

namespace lath::detail {

/// The number of units modulo m in the group that the primes of these powers generate, or most + 1
/// if it is above `most`.
[[nodiscard]] std::size_t subgroup_order(std::uint64_t m, const std::vector<PrimePower>& powers,
                                         std::size_t most);

/// The units modulo m by a subgroup H, as a hypercube: coset e_0 + l_0 (e_1 + l_1 (e_2 + ...)) is
/// the coset of g_0^e_0 g_1^e_1 ... for 0 <= e_i < l_i.
///
/// Each generator has the largest order l_i in the quotient by H and the generators before it (S.
/// Halevi, V. Shoup, "Algorithms in HElib", CRYPTO 2014): among the elements of this order it is a
/// good one if there are any; among the good ones it is -1, else the least.
class UnitQuotient {
 public:
  /// A factor of H: the powers of `generator` below `length`.
  struct Cycle {
    std::uint64_t generator;
    std::size_t length;
  };
  /// A dimension of the hypercube: the cosets of the powers of `generator` below `length`.
  struct Dimension {
    std::uint64_t generator = 1;
    std::size_t length = 1;
    bool good = true;  ///< whether generator^length = 1 modulo m
  };

  /// The quotient by the group that the primes of these powers generate. Takes about a hundred
  /// products for each unit and dimension.
  UnitQuotient(std::uint64_t m, const std::vector<PrimePower>& powers);

  [[nodiscard]] std::uint64_t index() const noexcept { return coset_of_.size(); }
  /// H: the products of the powers, with the powers of the first generator next to one another.
  [[nodiscard]] std::span<const std::uint64_t> subgroup() const noexcept { return subgroup_; }
  [[nodiscard]] std::span<const Cycle> cycles() const noexcept { return cycles_; }
  [[nodiscard]] std::span<const Dimension> dimensions() const noexcept { return dimensions_; }
  /// The products of powers of the generators, one for each coset.
  [[nodiscard]] std::span<const std::uint64_t> representatives() const noexcept {
    return representatives_;
  }
  /// The coset of a unit below m.
  [[nodiscard]] std::size_t coset_of(std::uint64_t unit) const noexcept { return coset_of_[unit]; }

 private:
  std::vector<std::uint64_t> subgroup_, representatives_;
  std::vector<Cycle> cycles_;
  std::vector<Dimension> dimensions_;
  std::vector<std::uint32_t> coset_of_;
};

}  // namespace lath::detail
