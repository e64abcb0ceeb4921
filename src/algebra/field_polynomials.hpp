// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "algebra/polynomials.hpp"

/// @file
/// Public polynomials modulo a prime p. Results have no leading zeros; zero has no coefficients.
namespace lath::detail {

/// The monic greatest common divisor. Euclid's algorithm: as many products as both degrees multiply
/// to.
[[nodiscard]] Coefficients greatest_common_divisor(Coefficients a, Coefficients b,
                                                   const Modulus& p);

/// The monic polynomial f of least degree with sum_i f_i u_(e+i) = 0 for all e, if its degree is at
/// most half the number of terms (E. Berlekamp, J. Massey, IEEE Trans. Inf. Theory 15, 1969).
[[nodiscard]] Coefficients minimal_polynomial(std::span<const std::uint64_t> u, const Modulus& p);

}  // namespace lath::detail
