// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/limb_set.hpp"
#include "lath/ring/poly.hpp"

namespace lath {

/// A view of rows of words, one for each limb of a set: the row of the limb at place j of the chain
/// begins (j - first) stride words after `base`. So a view of fewer limbs has the same base:
/// levels, special moduli and digits are views of one memory. It does not own the memory, which may
/// belong to a device.
///
/// A view carries no secrecy: rows of a secret polynomial have the type of rows of a public one,
/// and the results of an Engine have the secrecy of the memory that `out` names. Whoever uses views
/// sees to it that results of secrets go to secret polynomials; where they may be public,
/// lath::declassify() of a polynomial says so. Nothing here tells the two apart.
template <class W>
struct RowsOf {
  W* base = nullptr;       ///< where the row of place `first` begins
  std::size_t stride = 0;  ///< words from one row to the next
  std::size_t first = 0;   ///< a place, at most the limbs' places
  // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
  LimbSet limbs{};  ///< the limbs that the view has

  /// Where the row of a place of `limbs` begins, which is not checked.
  [[nodiscard]] W* row(std::size_t place) const noexcept {
    return base + static_cast<std::ptrdiff_t>((place - first) * stride);
  }
  /// The view of some of the limbs, which are not checked.
  [[nodiscard]] RowsOf only(const LimbSet& some) const noexcept {
    return {base, stride, first, some};
  }
  /// A view to read from.
  // NOLINTNEXTLINE(google-explicit-constructor): it is a view of the same rows
  operator RowsOf<const W>() const noexcept { return {base, stride, first, limbs}; }
};

/// Rows to write to.
using Rows = RowsOf<std::uint64_t>;
/// Rows to read from.
using ConstRows = RowsOf<const std::uint64_t>;

namespace detail {
[[noreturn]] void throw_no_range(std::size_t limbs);
}

///@{
/// The rows of a polynomial, by the places of its ring's limbs in their chain. Throws
/// invalid_argument if it was moved from, unsupported if its limbs are not one range of places.
template <class Form, class Storage>
[[nodiscard]] Rows rows_of(Poly<DynamicRing, Form, Storage>& a) {
  a.require_words();
  const LimbSet& limbs = a.ring().limb_set();
  if (!limbs.is_range()) detail::throw_no_range(limbs.size());
  return {a.limb(0).data(), a.stride(), limbs.place(0), limbs};
}
template <class Form, class Storage>
[[nodiscard]] ConstRows rows_of(const Poly<DynamicRing, Form, Storage>& a) {
  a.require_words();
  const LimbSet& limbs = a.ring().limb_set();
  if (!limbs.is_range()) detail::throw_no_range(limbs.size());
  return {a.limb(0).data(), a.stride(), limbs.place(0), limbs};
}
///@}

}  // namespace lath
