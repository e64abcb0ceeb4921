// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

/// Noise of small integers from random bits; lath/random/samplers.hpp defines the distributions.
/// Every instruction set turns the same bytes into the same samples.
namespace lath::detail {

/// Bytes per draw of a centered binomial value, 1 <= eta <= 32.
std::size_t binomial_draw_bytes(unsigned eta) noexcept;

/// Masks of the 2 eta bits of a draw that are used, and of the upper eta of them. A value is the
/// number of ones among the lower eta bits less that among the upper eta bits. That equals the
/// number of ones among all 2 eta bits after the upper ones are flipped, less eta.
struct BinomialMasks {
  std::uint64_t used, flipped;
};
BinomialMasks binomial_masks(unsigned eta) noexcept;

/// One value per draw; `random` holds out.size() draws.
void centered_binomial(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
                       unsigned eta) noexcept;

/// Bytes per draw of a value that is 1 with probability share / 2^64, and -1 with the same
/// probability: the least of 1, 2, 4 and 8 that represents the share exactly.
std::size_t sparse_draw_bytes(std::uint64_t share) noexcept;

/// One value per draw u of w bits, u's lowest byte first: 1 where u < s, -1 where 2^w - 1 - u < s,
/// else 0, s = share / 2^(64 - w) at most 2^(w - 1).
void sparse_ternary(Isa isa, std::span<std::int8_t> out, std::span<const std::byte> random,
                    std::uint64_t share) noexcept;

}  // namespace lath::detail
