// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "algebra/polynomials.hpp"
#include "algebra/unit_quotient.hpp"

/// @file
/// How Phi_m splits modulo t. All of it is public.
namespace lath::detail {

/// For each coset the monic polynomial modulo the product of these prime powers whose roots are z^j
/// for the units j of the coset. Modulo the power of a prime z is a root of the least polynomial:
/// least in the coefficients of y^d modulo it modulo the prime, the highest first, which for d = 1
/// is the least root. Modulo products the polynomials are joined by the Chinese remainder theorem.
///
/// From one factor, z^j has the minimal polynomial of u_0, u_j, u_2j, ... for any sequence u of the
/// factor's recurrence. Takes about phi(m) |H| products for each prime p, at most phi(m)^2 log2(p)
/// for the one factor, and 6 log2(m) phi(m) |H| for each doubling of the exponent of a prime power
/// (Newton's iteration).
[[nodiscard]] std::vector<Coefficients> coset_factors(const UnitQuotient& units,
                                                      const std::vector<PrimePower>& powers);

}  // namespace lath::detail
