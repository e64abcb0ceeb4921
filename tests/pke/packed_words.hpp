// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::testing {

/// Puts `word` into a string of words of `bits` bits as word i: bit j of it is bit i bits + j of
/// the string, and bit k of the string is bit k mod 8 of byte k / 8.
inline void set_packed_word(std::span<std::byte> string, std::size_t i, int bits,
                            std::uint64_t word) {
  for (int j = 0; j < bits; ++j) {
    const std::size_t k = i * static_cast<std::size_t>(bits) + static_cast<std::size_t>(j);
    const std::byte at = std::byte{1} << (k % 8);
    string[k / 8] = (word >> j & 1) != 0 ? string[k / 8] | at : string[k / 8] & ~at;
  }
}

}  // namespace lath::testing
