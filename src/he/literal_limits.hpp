// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/ring/dynamic_ring.hpp"

namespace lath::he {

/// Throws unsupported unless the degree, or the degree of the ring of an index, and the number of
/// primes, special ones included, are within the limits. A degree or index of 0 is none. Allocates
/// nothing and makes no tables, whatever the numbers.
void require_limits(std::uint64_t degree, std::uint64_t index, std::uint64_t primes,
                    const RingLimits& limits);

}  // namespace lath::he
