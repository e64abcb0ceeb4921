// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/security/published_limits.hpp"
#include "lath/security/security_level.hpp"

namespace lath::detail {

/// Lengths of moduli in bits: `least` is secure and `most + 1` is not. A least one of
/// kNoBits says that perhaps none is.
struct BitRange {
  unsigned least, most;
};

/// One less than the shortest modulus that errors are narrower than.
inline constexpr unsigned kNoBits = 3;
/// The longest modulus that a search looks at.
inline constexpr unsigned kMostBits = 1 << 14;

/// The largest secure length in a range, kNoBits if there is none. Two or three estimates if the
/// guess is good, about twice log2 of the distance otherwise.
unsigned secure_bits(std::size_t degree, SecurityLevel level, Attacker attacker, BitRange range,
                     unsigned guess);

}  // namespace lath::detail
