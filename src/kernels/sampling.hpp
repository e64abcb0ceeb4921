// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/word.hpp"

namespace lath::kernels {

/// Turns random bytes into samples. See lath/random/samplers.hpp for the distributions.

/// Bytes per draw of a uniform residue in [0, p).
std::size_t uniform_draw_bytes(std::uint64_t p) noexcept;

/// Keeps the draws below p, in order, and returns how many it wrote: at most one for each draw.
/// `random` holds whole draws; `out` has room for all of them.
template <ResidueWord Word>
std::size_t keep_uniform(Word* out, std::span<const std::byte> random, std::uint64_t p) noexcept;

/// Bytes per draw of a centered binomial value, 1 <= eta <= 32.
std::size_t binomial_draw_bytes(unsigned eta) noexcept;

/// One value per draw; `random` holds out.size() draws.
void centered_binomial(std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept;

/// Writes five values for each byte below 243 until `out` is full; returns how many it wrote.
std::size_t keep_ternary(std::span<std::int8_t> out, std::span<const std::byte> random) noexcept;

}  // namespace lath::kernels
