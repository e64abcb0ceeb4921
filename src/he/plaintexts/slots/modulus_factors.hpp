// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lath/ntt/prime_powers.hpp"

namespace lath::he::slots {

/// Factors n like prime_powers(), for n from 1 to 2^60, which may have two long prime factors. J.
/// Pollard's rho method (BIT 15, 1975): at most some 2^16 products for each factor.
[[nodiscard]] std::vector<PrimePower> prime_powers_of(std::uint64_t n);

/// a^e modulo m, for any m >= 1.
[[nodiscard]] std::uint64_t power_modulo(std::uint64_t a, std::uint64_t e, std::uint64_t m);

}  // namespace lath::he::slots
