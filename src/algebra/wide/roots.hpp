// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "algebra/wide/wide_modulus.hpp"

namespace lath::detail {

/// The root of unity z of order m modulo a prime p = 1 modulo m, with z^(m/d) = omega for a divisor
/// d of m and an omega of order d. With z_0 = c^((p-1)/m) for the least c from 2 on that gives
/// order m, it is z_0^t for the least unit t modulo m that does. For d <= 2, omega is not read.
/// Throws invalid_argument if there is none. Takes up to d products.
[[nodiscard]] Natural root_above_vartime(const WideModulus& modulus, std::uint64_t m,
                                         std::uint64_t d, const Natural& omega);

/// The root of unity modulo t, a product of these different primes, that is the one above modulo
/// each of them. Throws as above.
[[nodiscard]] Natural root_by_factors_vartime(const Natural& t, std::span<const Natural> primes,
                                              std::uint64_t m, std::uint64_t d,
                                              const Natural& omega);

}  // namespace lath::detail
