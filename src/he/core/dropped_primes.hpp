// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

namespace lath::he {

/// The most primes by which one division divides on the way to a lower level. More at a time take
/// fewer transforms and round less, and more scratch memory.
inline constexpr std::size_t kMostDropped = 8;

/// The level that one division leads to, on the way from a level to a lower one.
[[nodiscard]] constexpr std::size_t next_level(std::size_t from, std::size_t to) noexcept {
  return from - std::min(from - to, kMostDropped);
}

}  // namespace lath::he
