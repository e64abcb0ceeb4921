// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "lath/base/error.hpp"

namespace lath {

/// A set of limbs of a chain of moduli, by their places in the chain: up to three ranges. A level
/// is a prefix of the chain, the moduli of a key are two ranges, and the moduli of a key without
/// the limbs of one digit are three. All operations take constant time.
class LimbSet {
 public:
  /// The most ranges of a set.
  static constexpr std::size_t kRanges = 3;
  /// The largest number of limbs of a chain.
  static constexpr std::size_t kMaxLimbs = 0xffff;

  /// `count` places from `first` on.
  struct Range {
    std::uint16_t first = 0;  ///< the first place
    std::uint16_t count = 0;  ///< the number of places
    /// Orders ranges by their places.
    friend auto operator<=>(const Range&, const Range&) = default;
  };

  /// The empty set.
  constexpr LimbSet() noexcept = default;
  /// The places first, ..., first + count - 1. Throws invalid_argument if they are beyond
  /// kMaxLimbs.
  static LimbSet range(std::size_t first, std::size_t count);

  /// The number of limbs.
  [[nodiscard]] std::size_t size() const noexcept {
    return std::size_t{ranges_[0].count} + ranges_[1].count + ranges_[2].count;
  }
  /// The place of limb i < size() in the chain, in ascending order.
  [[nodiscard]] std::size_t place(std::size_t i) const noexcept {
    for (const Range& range : ranges_) {
      if (i < range.count) return range.first + i;
      i -= range.count;
    }
    return i;
  }
  /// The index of a place in the set, or size() if it is not there.
  [[nodiscard]] std::size_t index(std::size_t place) const noexcept;
  /// Whether the set has this place.
  [[nodiscard]] bool contains(std::size_t place) const noexcept { return index(place) < size(); }
  /// Whether the set has all limbs of another.
  [[nodiscard]] bool contains(const LimbSet& other) const noexcept;
  /// Whether the limbs are one range of places; true for the empty set.
  [[nodiscard]] bool is_range() const noexcept { return ranges_[1].count == 0; }
  /// The place after the last one; 0 for the empty set.
  [[nodiscard]] std::size_t end() const noexcept;
  /// The first `count` limbs. Throws invalid_argument if there are fewer.
  [[nodiscard]] LimbSet prefix(std::size_t count) const;

  /// The limbs of one set or the other. Throws unsupported if they are more than kRanges ranges.
  friend LimbSet operator|(const LimbSet& a, const LimbSet& b);
  /// The limbs of `a` that `b` has not. Throws unsupported if they are more than kRanges ranges.
  friend LimbSet operator-(const LimbSet& a, const LimbSet& b);
  /// Whether both have the same limbs; and some order, for containers.
  friend auto operator<=>(const LimbSet&, const LimbSet&) = default;

 private:
  class Builder;
  std::array<Range, kRanges> ranges_{};  // ascending, apart from each other, empty ones last
};

}  // namespace lath
