// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Residues modulo q as bytes: words of ceil(log2 q) bits, packed as coding/packing.hpp says, each
/// string of them from a new byte on.

/// The bytes of `count` residues.
[[nodiscard]] std::size_t word_bytes(std::size_t count, std::uint64_t q) noexcept;

/// Writes residues to the front of `out`; returns what is behind them. Constant time.
std::span<std::byte> write_words(std::span<std::byte> out, std::span<const std::uint32_t> words,
                                 std::uint64_t q) noexcept;

/// Reads residues from the front of `bytes`; returns what is behind them. Throws malformed where a
/// word is not below q or a bit behind the last word is set, and reveals whether one is; `what`
/// names in the error what is read.
std::span<const std::byte> read_words(std::span<std::uint32_t> out,
                                      std::span<const std::byte> bytes, std::uint64_t q,
                                      const char* what);

/// The same of words of 16 bits, by the vectors of an instruction set.
std::span<std::byte> write_words(Isa isa, std::span<std::byte> out,
                                 std::span<const std::uint16_t> words, std::uint64_t q) noexcept;
std::span<const std::byte> read_words(Isa isa, std::span<std::uint16_t> out,
                                      std::span<const std::byte> bytes, std::uint64_t q,
                                      const char* what);

/// Throws malformed unless there are `needed` bytes.
void require_bytes(std::span<const std::byte> bytes, std::size_t needed, const char* what);

}  // namespace lath::detail
