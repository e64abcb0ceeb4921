// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "he/plaintexts/slots/modulus_factors.hpp"
#include "he/plaintexts/slots/polynomials.hpp"
#include "he/plaintexts/slots/unit_quotient.hpp"

/// @file
/// How Phi_m splits modulo t. All of it is public.
namespace lath::he::slots {

/// Some irreducible factor of Phi_m modulo a prime p that does not divide m; its degree is the
/// order d of p modulo m.
///
/// From a field of p^D elements, D a multiple of d: modulo a factor of Phi_l, for an l where p has
/// the order D; Phi_l splits by elements that are constant modulo each factor (E. Berlekamp, Math.
/// Comp. 24, 1970), sums of powers of x. In the field a power of nearly any element has the order
/// m, unless l is m. Takes about phi(l)^2 log2(p) products, and 3 D^3 log2(p) unless l is m: l is
/// the cheapest choice.
[[nodiscard]] Words some_factor(std::uint64_t m, std::uint64_t p);

/// For each slot the monic polynomial whose roots are z^j for the units j of the slot, modulo the
/// power of a prime, where z is a root of the least polynomial: least in the coefficients of y^d
/// modulo it modulo the prime, the highest first, which for d = 1 is the least root.
///
/// From one factor, z^j has the minimal polynomial of u_0, u_j, u_2j, ... for any sequence u of the
/// factor's recurrence. Takes about phi(m) |H| products, and 6 log2(m) times as many for each
/// doubling of the exponent of a prime power (Newton's iteration).
[[nodiscard]] std::vector<Words> slot_factors(const UnitQuotient& units, const PrimePower& power);

/// The polynomials modulo the product of prime powers, by the Chinese remainder theorem.
[[nodiscard]] std::vector<Words> slot_factors(const UnitQuotient& units,
                                              const std::vector<PrimePower>& powers);

}  // namespace lath::he::slots
