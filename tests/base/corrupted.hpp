// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::testing {

/// A copy of one byte or more with one to four bits flipped, with a run of bytes overwritten, or,
/// once in nine times, cut off or with bytes behind it.
inline std::vector<std::byte> corrupted(std::span<const std::byte> bytes, SeededValues& random) {
  std::vector<std::byte> result(bytes.begin(), bytes.end());
  const std::uint64_t kind = random.below(9);
  if (kind < 4) {
    for (std::size_t i = 1 + random.below(4); i > 0; --i) {
      const std::size_t bit = random.below(8 * result.size());
      result[bit / 8] ^= std::byte{1} << (bit % 8);
    }
  } else if (kind < 8) {
    const std::size_t at = random.below(result.size());
    const std::size_t size = 1 + random.below(result.size() - at);
    for (std::size_t i = at; i < at + size; ++i) result[i] = random.byte();
  } else {
    result.resize(random.below(2) == 0 ? random.below(result.size())
                                       : result.size() + 1 + random.below(100));
  }
  return result;
}

}  // namespace lath::testing
