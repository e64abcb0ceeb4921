// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

/// Rejection sampling: turns random bytes into samples and drops draws that are out of range.
/// lath/random/samplers.hpp defines the distributions. Every instruction set turns the same bytes
/// into the same samples.
namespace lath::detail {

/// Bytes per draw of a uniform residue in [0, p).
std::size_t uniform_draw_bytes(std::uint64_t p) noexcept;

/// Writes the draws below p to `out`, in order, and returns their number. `random` holds whole
/// draws; `out` has room for all of them, and may start at the same address as `random` if a draw
/// is as wide as a word.
template <ResidueWord Word>
std::size_t reject_uniform(Isa isa, Word* out, std::span<const std::byte> random,
                           std::uint64_t p) noexcept;

/// Writes five values for each byte below 243 until `out` is full; returns the number of values.
std::size_t reject_ternary(Isa isa, std::span<std::int8_t> out,
                           std::span<const std::byte> random) noexcept;

}  // namespace lath::detail
