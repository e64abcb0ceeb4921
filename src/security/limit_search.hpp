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
/// The longest modulus that is estimated.
inline constexpr unsigned kMostBits = 1 << 14;

/// The largest secure length in a range, by bisection; kNoBits if there is none.
unsigned secure_bits_within(std::size_t degree, SecurityLevel level, Attacker attacker,
                            BitRange range);
/// The largest secure length near a guess, or far from it in more steps; kNoBits if there is none.
unsigned secure_bits_near(std::size_t degree, SecurityLevel level, Attacker attacker,
                          unsigned guess);

}  // namespace lath::detail
