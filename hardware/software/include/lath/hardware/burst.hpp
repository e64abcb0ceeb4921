// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace lath::hardware {

/// What a stream carries in one cycle: 128 bits, least significant word first.
struct Burst {
  std::array<std::uint32_t, 4> words;  ///< bits 31 to 0 first
  /// Whether both carry the same bits.
  friend bool operator==(const Burst&, const Burst&) = default;
};
static_assert(sizeof(Burst) == 16, "bursts lie packed in memory");

}  // namespace lath::hardware
