// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Words of `bits` bits as one string of bits: bit j of word i is bit i bits + j of the string, and
/// bit k of the string is bit k mod 8 of byte k / 8. 1 <= bits <= min(62, bits of a Word).
/// Both directions are constant time in the words.

/// The bytes that `count` packed words take: ceil(count bits / 8).
constexpr std::size_t packed_bytes(std::size_t count, int bits) noexcept {
  return (count * static_cast<std::size_t>(bits) + 7) / 8;
}

/// Packs words below 2^bits; `out` has packed_bytes(words.size(), bits) bytes. The bits after the
/// last word are zero. Words of 16 bits are packed by the vectors of the instruction set, others in
/// registers on every machine.
template <ResidueWord Word>
void pack(Isa isa, std::span<std::byte> out, std::span<const Word> words, int bits) noexcept;

/// The reverse; returns the largest of the words, 0 where there are none, so that words from
/// strangers are checked while they are read. `packed` has packed_bytes(out.size(), bits) bytes or
/// more; the bits after the last word are not looked at.
template <ResidueWord Word>
Word unpack(Isa isa, std::span<Word> out, std::span<const std::byte> packed, int bits) noexcept;

}  // namespace lath::detail
