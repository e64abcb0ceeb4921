// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lath::detail {

/// For each set of eight lanes of 16 bits, the byte shuffle that moves these lanes to the front, in
/// order.
struct LaneCompaction {
  alignas(16) std::array<std::array<std::uint8_t, 16>, 256> bytes;

  constexpr LaneCompaction() : bytes() {
    for (std::size_t set = 0; set < 256; ++set) {
      std::size_t count = 0;
      for (std::size_t lane = 0; lane < 8; ++lane) {
        if ((set >> lane & 1) == 0) continue;
        bytes[set][2 * count] = static_cast<std::uint8_t>(2 * lane);
        bytes[set][2 * count + 1] = static_cast<std::uint8_t>(2 * lane + 1);
        ++count;
      }
    }
  }
};
inline constexpr LaneCompaction kLaneCompaction;

}  // namespace lath::detail
