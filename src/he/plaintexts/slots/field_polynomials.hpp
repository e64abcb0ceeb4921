// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/plaintexts/slots/polynomials.hpp"

/// @file
/// Public polynomials modulo a prime p. Results have no leading zeros; zero has no coefficients.
namespace lath::he::slots {

/// Removes leading zeros.
void trim(Words& a) noexcept;

/// The monic greatest common divisor. Euclid's algorithm: as many products as both degrees multiply
/// to.
[[nodiscard]] Words greatest_common_divisor(Words a, Words b, const Modulus& p);

/// a^e modulo f, a monic polynomial.
[[nodiscard]] Words power(const Words& a, std::uint64_t e, std::span<const std::uint64_t> f,
                          const Modulus& p);

/// The monic polynomial f of least degree with sum_i f_i u_(e+i) = 0 for all e, if its degree is at
/// most half the number of terms (E. Berlekamp, J. Massey, IEEE Trans. Inf. Theory 15, 1969).
[[nodiscard]] Words minimal_polynomial(std::span<const std::uint64_t> u, const Modulus& p);

}  // namespace lath::he::slots
