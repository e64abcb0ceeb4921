// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Samples modulo a 12-bit prime, 2^11 < p < 2^12, from strings of random bits, read as by
/// coding/packing.hpp. Constant time unless the name says otherwise.

/// Keeps the draws below p among the packed draws of 12 bits, in order, until `out` is full, and
/// returns their number. `packed` holds whole pairs of draws, three bytes each, which are public:
/// the time depends on them. May overwrite the words of `out` behind the kept draws.
std::size_t keep_packed_vartime(Isa isa, std::span<std::uint16_t> out,
                                std::span<const std::byte> packed, std::uint32_t p) noexcept;

/// Centered binomial residues modulo p, one from each 2 eta packed bits: the ones among the lower
/// eta bits less the ones among the upper, eta from 1 to 4.
void unpack_binomial(Isa isa, std::span<std::uint16_t> out, std::span<const std::byte> packed,
                     unsigned eta, std::uint32_t p) noexcept;

}  // namespace lath::detail
