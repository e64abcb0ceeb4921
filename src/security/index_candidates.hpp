// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/security/index_search.hpp"

namespace lath::detail {

/// The properties of an index that a search knows before it looks closer at the indices that it
/// lists.
struct IndexCandidate {
  std::uint64_t index = 0;
  std::size_t degree = 0, slots = 0, slot_degree = 0;
  double cost = 0;  ///< of a word
  /// The cost of a transform.
  [[nodiscard]] double total() const noexcept { return cost * static_cast<double>(degree); }
};

/// All indices with phi(m) in a range, up to 2^20, for which t's prime has slots.
struct IndexCandidates {
  std::vector<IndexCandidate> indices;  ///< by rising index
  std::size_t sharing = 0;              ///< how many more have the prime as a factor
};
IndexCandidates candidates_with(std::size_t degree_from, std::size_t degree_to,
                                std::uint64_t prime);

}  // namespace lath::detail
