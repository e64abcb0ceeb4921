// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/he/slots/slot_algebra.hpp"

namespace lath::he::slots {

/// The units modulo m by a subgroup H, as a hypercube: slot e_0 + l_0 (e_1 + l_1 (e_2 + ...)) is
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

  /// The quotient by the subgroup that these elements generate. Takes about a hundred products for
  /// each unit and dimension.
  UnitQuotient(std::uint64_t m, std::span<const std::uint64_t> generators_of_h);

  [[nodiscard]] std::uint64_t index() const noexcept { return m_; }
  /// H: the products of the powers, with the powers of the first generator next to one another.
  [[nodiscard]] std::span<const std::uint64_t> subgroup() const noexcept { return subgroup_; }
  [[nodiscard]] std::span<const Cycle> cycles() const noexcept { return cycles_; }
  [[nodiscard]] std::span<const SlotDimension> dimensions() const noexcept { return dimensions_; }
  [[nodiscard]] std::span<const std::uint64_t> representatives() const noexcept {
    return representatives_;
  }
  /// The slot of a unit below m.
  [[nodiscard]] std::size_t slot_of(std::uint64_t unit) const noexcept { return slot_of_[unit]; }

 private:
  void find_subgroup(std::span<const std::uint64_t> generators);
  void find_dimensions();

  std::uint64_t m_;
  std::vector<std::uint64_t> subgroup_, representatives_;
  std::vector<Cycle> cycles_;
  std::vector<SlotDimension> dimensions_;
  std::vector<std::uint32_t> slot_of_;
};

}  // namespace lath::he::slots
