// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace lath {

static_assert(std::endian::native == std::endian::little ||
              std::endian::native == std::endian::big);

/// Eight bytes as a word, the least significant first. One instruction on machines with that byte
/// order; compilers do not reliably turn a loop over the bytes into it.
inline std::uint64_t load_little_endian(const std::byte* bytes) noexcept {
  std::uint64_t word = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes, sizeof word);
  } else {
    for (int i = 0; i < 8; ++i) word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  }
  return word;
}

/// Fewer bytes as a word, the least significant first; kBytes is 8 at most.
template <std::size_t kBytes>
std::uint64_t load_little_endian(const std::byte* bytes) noexcept {
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kBytes; ++i)
    word |= std::to_integer<std::uint64_t>(bytes[i]) << (8 * i);
  return word;
}

inline void store_little_endian(std::byte* bytes, std::uint64_t word) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(bytes, &word, sizeof word);
  } else {
    for (int i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(word >> (8 * i));
  }
}

}  // namespace lath
