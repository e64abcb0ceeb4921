// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lath::detail {

/// Calls call(draw) with a word of `bytes` bytes, which are a power of two from kLeast to 8.
template <std::size_t kLeast, class Call>
auto with_draws_of(std::size_t bytes, const Call& call) noexcept {
  if constexpr (kLeast == 1) {
    if (bytes == 1) return call(std::uint8_t{});
  }
  if (bytes == 2) return call(std::uint16_t{});
  if (bytes == 4) return call(std::uint32_t{});
  return call(std::uint64_t{});
}

}  // namespace lath::detail
