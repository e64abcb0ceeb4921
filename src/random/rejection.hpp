// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/word.hpp"
#include "lath/base/cpu.hpp"

/// Rejection sampling: turns random bytes into samples, see lath/random/samplers.hpp for the
/// distributions. Every instruction set turns the same bytes into the same samples.
namespace lath::detail {

/// Bytes per draw of a uniform residue in [0, p).
std::size_t uniform_draw_bytes(std::uint64_t p) noexcept;

/// Keeps the draws below p, in order, and returns how many it wrote: at most one for each draw.
/// `random` holds whole draws; `out` has room for all of them, and may be where `random` begins if
/// a draw is as wide as a word.
template <ResidueWord Word>
std::size_t reject_uniform(Isa isa, Word* out, std::span<const std::byte> random,
                           std::uint64_t p) noexcept;

/// Writes five values for each byte below 243 until `out` is full; returns how many it wrote.
std::size_t reject_ternary(Isa isa, std::span<std::int8_t> out,
                           std::span<const std::byte> random) noexcept;

}  // namespace lath::detail
