// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Strings of bits as in packing.hpp, of words of 16 bits, by the vectors of an instruction set:
/// 1 <= bits <= 16. Constant time in the words.

/// Packs words below 2^bits; `out` has packed_bytes(words.size(), bits) bytes. The bits after the
/// last word are zero.
void pack_words(Isa isa, std::span<std::byte> out, std::span<const std::uint16_t> words,
                int bits) noexcept;

/// The reverse; returns the largest of the words, 0 where there are none, so that those of
/// strangers are checked while they are read. `packed` has packed_bytes(out.size(), bits) bytes or
/// more; what is behind those changes nothing.
std::uint16_t unpack_words(Isa isa, std::span<std::uint16_t> out, std::span<const std::byte> packed,
                           int bits) noexcept;

}  // namespace lath::detail
