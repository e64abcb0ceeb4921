// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/base/error.hpp"
#include "lath/security/security_level.hpp"

namespace lath {

/// The computers that an attacker has.
enum class Attacker {
  classical,  ///< no quantum computer
  quantum,    ///< a quantum computer, too
};

/// The largest length in bits of the modulus of Ring-LWE in a ring of a power of two `degree`, with
/// ternary secrets and errors of a standard deviation of at least 3.19, that gives this security. 0
/// if the tables have no such entry: degrees from 2^10 to 2^17 have one, but the smallest and
/// largest not for every level.
///
/// Classical: J.-P. Bossuat et al., "Security guidelines for implementing homomorphic encryption",
/// IACR Communications in Cryptology 1(4), 2024, table 5.2. Quantum: its script with the cost model
/// of A. Chailloux and J. Loyer (ASIACRYPT 2021). With hybrid key switching the modulus is the
/// modulus of the keys, all primes together.
[[nodiscard]] unsigned largest_modulus_bits(std::size_t degree, SecurityLevel level,
                                            Attacker attacker) noexcept;

}  // namespace lath
