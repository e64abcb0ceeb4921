// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/security/published_limits.hpp"
#include "lath/security/security_level.hpp"

namespace lath {

/// log2 of the operations that break Ring-LWE of a `degree` from 1 to 2^20 and a modulus of this
/// logarithm, with ternary secrets and errors of a standard deviation of 3.19: estimated_security()
/// by CostModel::matzov or, for a quantum attacker, CostModel::chailloux_loyer. The degree is
/// phi(m) for a ring modulo Phi_m. Throws as estimate_attack().
[[nodiscard]] double estimated_ring_security(std::size_t degree, double log2_modulus,
                                             Attacker attacker);

/// The largest length in bits of the modulus of Ring-LWE, as largest_modulus_bits() has it for
/// powers of two, for any degree from 1 to 2^20 and by estimated_ring_security(). At most 2^14, the
/// longest modulus that is looked at, and 0 if even moduli of four bits are not secure. Where a
/// limit was published, this one differs from it by two bits at most, and create() of parameters
/// asks for the published one. Throws invalid_argument for other degrees. Takes about ten estimates
/// of some milliseconds each.
[[nodiscard]] unsigned estimated_modulus_bits(std::size_t degree, SecurityLevel level,
                                              Attacker attacker);

}  // namespace lath
