// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/core/key_tables.hpp"

namespace lath::he::crt {

/// The lengths of the primes t_i, in bits.
inline constexpr unsigned kLeastBits = 20, kMostBits = 59;

/// Throws unsupported unless the ring is x^n + 1.
void require_slots(const KeyTables& keys);

}  // namespace lath::he::crt
