// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "lath/arith/natural.hpp"

namespace lath::he {

/// Whether a ring of this index has slots modulo p that belong to roots of unity of order d: p is 1
/// modulo the index, a multiple of d.
[[nodiscard]] bool has_slots(const Natural& p, std::uint64_t d, std::uint64_t index);

/// The nearest such indices of rings on both sides of an index, up to the largest one given, as "64
/// or 128". Empty if there are none. Takes about largest / d remainders of p.
[[nodiscard]] std::string nearest_indices(const Natural& p, std::uint64_t d, std::uint64_t index,
                                          std::uint64_t largest);

/// Throws invalid_argument unless the factors are different primes, each 1 modulo the index, and p
/// is their product.
void require_factors(const Natural& p, std::span<const Natural> factors, std::uint64_t index);

}  // namespace lath::he
