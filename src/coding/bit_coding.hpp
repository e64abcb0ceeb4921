// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Bits as the topmost digits of residues modulo q, 3 <= q < 2^14: a one stands as floor(q/2).
/// Bit i is bit i mod 8 of byte i / 8. Both directions are constant time in words and bits.

/// words[i] = words[i] + summands[i] + floor(q/2) bit i mod q, for 8 bits.size() words below q.
void add_encoded_bits(Isa isa, std::span<std::uint16_t> words,
                      std::span<const std::uint16_t> summands, std::span<const std::byte> bits,
                      std::uint16_t q) noexcept;

/// Bit i is one where a[i] - b[i] mod q lies in (floor(q/4), q - floor(q/4)), that is nearer to q/2
/// than to 0; for 8 bits.size() words below q of each.
void decode_bits(Isa isa, std::span<std::byte> bits, std::span<const std::uint16_t> a,
                 std::span<const std::uint16_t> b, std::uint16_t q) noexcept;

}  // namespace lath::detail
