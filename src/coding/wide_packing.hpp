// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::detail {

/// Numbers of `bits` bits as one string of bits, as packing.hpp does with words: bit j of number i
/// is bit i bits + j of the string. A number is as many words as it needs, the least significant
/// first. Constant time in the numbers.
void pack_wide(std::span<std::byte> out, std::span<const std::uint64_t> numbers,
               std::size_t bits) noexcept;

/// The reverse. Returns the bits behind the last number, which are zero if pack_wide() wrote them.
[[nodiscard]] std::uint64_t unpack_wide(std::span<std::uint64_t> numbers,
                                        std::span<const std::byte> in, std::size_t bits) noexcept;

}  // namespace lath::detail
