// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

/// @file
/// Public integers in factors, and orders modulo m.
namespace lath::he::slots {

/// A prime power that divides a number, and no higher power of its prime does.
struct PrimePower {
  std::uint64_t prime;
  unsigned exponent;
  std::uint64_t value;  ///< prime^exponent
};

/// The prime powers of n by rising prime, for n from 1 to 2^60. J. Pollard's rho method (BIT 15,
/// 1975): at most some 2^16 products for each factor.
[[nodiscard]] std::vector<PrimePower> prime_powers_of(std::uint64_t n);

/// a^e modulo m, for any m >= 1.
[[nodiscard]] std::uint64_t power_modulo(std::uint64_t a, std::uint64_t e, std::uint64_t m);

/// The least e > 0 with p^e = 1 modulo m, for p and m without common factors.
[[nodiscard]] std::uint64_t order_modulo(std::uint64_t p, std::uint64_t m);

}  // namespace lath::he::slots
