// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

/// The largest index of cyclotomic_polynomial(): coefficients fit in 64 bits.
inline constexpr std::uint64_t kMaxPolynomialIndex = std::uint64_t{1} << 23;

/// The coefficients of the cyclotomic polynomial Phi_m, phi(m) + 1 of them, the constant one first.
/// They are -1, 0 and 1 if m has at most two odd prime factors, and may be larger otherwise: 105 is
/// the first index with a -2. `m` is from 1 to kMaxPolynomialIndex; throws invalid_argument for
/// others. Takes 2^k phi(m) / 2 additions for k odd prime factors.
[[nodiscard]] std::vector<std::int64_t> cyclotomic_polynomial(std::uint64_t m);

/// How many coefficients of Phi_m are not zero: as many as of Phi_r for the product r of the primes
/// that divide m, since Phi_m(x) = Phi_r(x^(m/r)), and of Phi_2r for odd r. Ranges, errors and cost
/// are as for cyclotomic_polynomial().
[[nodiscard]] std::size_t cyclotomic_terms(std::uint64_t m);

}  // namespace lath
