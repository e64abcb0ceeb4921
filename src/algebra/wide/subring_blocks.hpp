// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// The ring Z[zeta_m] as a module over Z[zeta_d], for a divisor d of m, by powerful bases: on the
/// axis of p^a, where p^b divides d, zeta^i has i = i' + p^(a-b) k with k below phi(p^b), and i
/// below p^(a-b), or below phi(p^a) for b = 0. A block has all coefficients with the same i' on
/// every axis, which are an element of Z[zeta_d] in its powerful basis.
class SubringBlocks {
 public:
  /// Throws invalid_argument unless d divides m. Takes phi(m) steps, and 4 bytes for each.
  SubringBlocks(const CyclotomicIndex& ring, const CyclotomicIndex& subring);

  /// The number of blocks, and the number of coefficients in one, phi(d).
  [[nodiscard]] std::size_t count() const noexcept { return count_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  /// The place of coefficient k of a block in the powerful basis of m.
  [[nodiscard]] std::size_t place(std::size_t block, std::size_t k) const noexcept {
    return places_[block * size_ + k];
  }

 private:
  std::size_t size_, count_;
  std::vector<std::uint32_t> places_;
};

}  // namespace lath::detail
