// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/row_products.hpp"
#include "lath/ring/rows.hpp"
#include "lath/rns/row_map.hpp"
#include "ring/engine/scratch.hpp"

/// @file
/// Rows of an engine as kernels take them.
namespace lath::detail {

/// A pointer for each limb.
using Pointers = std::array<const std::uint64_t*, kMaxRows>;

/// The words of a row for each limb, from word `first` on.
inline std::span<const std::uint64_t* const> pointers_of(Pointers& pointers, const ConstRows& rows,
                                                         const LimbSet& limbs,
                                                         std::size_t first = 0) noexcept {
  for (std::size_t i = 0; i < limbs.size(); ++i) pointers[i] = rows.row(limbs.place(i)) + first;
  return {pointers.data(), limbs.size()};
}

/// The places of limbs among the targets of a map, as ranges without gaps.
inline std::span<const RowMap::TargetRange> ranges_of(std::span<RowMap::TargetRange> memory,
                                                      const LimbSet& limbs,
                                                      const LimbSet& targets) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    const std::size_t at = targets.index(limbs.place(i));
    if (count != 0 && memory[count - 1].first + memory[count - 1].count == at) {
      ++memory[count - 1].count;
    } else {
      memory[count++] = {at, 1};
    }
  }
  return memory.first(count);
}

/// The words of a limb in every part of a product.
template <class Word>
class PartPointers {
 public:
  template <class PartRows>
  PartPointers(std::span<const PartRows> parts, std::size_t place) noexcept : size_(parts.size()) {
    for (std::size_t i = 0; i < size_; ++i) words_[i] = parts[i].row(place);
  }
  [[nodiscard]] std::span<Word* const> span() const noexcept { return {words_.data(), size_}; }

 private:
  std::array<Word*, RowProducts::kMostParts> words_{};
  std::size_t size_;
};

}  // namespace lath::detail
