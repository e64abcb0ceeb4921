// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

/// A prime power p^e that divides a number, and p^(e+1) does not.
struct PrimePower {
  std::uint64_t prime = 0;  ///< p
  unsigned exponent = 0;    ///< e
  std::uint64_t value = 0;  ///< p^e
  /// Whether all fields are equal.
  friend bool operator==(const PrimePower&, const PrimePower&) = default;
};

/// The prime powers of m by rising prime, none for 1. `m` is from 1 on. Tries divisors below 2^10,
/// and takes about as many products as the root of a prime for each prime above that divides what
/// is left (J. Pollard's rho method, BIT 15, 1975).
[[nodiscard]] std::vector<PrimePower> prime_powers(std::uint64_t m);

/// The prime of which t, any number, is a power; 0 if it is none.
[[nodiscard]] std::uint64_t prime_of_power(std::uint64_t t);

/// The order of `a` modulo m: the least d from 1 on with a^d = 1 mod m. If a is a prime that does
/// not divide m, it is the degree of every factor of Phi_m modulo a, so that there are phi(m) / d
/// factors. `m` is from 1 to 2^62 - 1. Throws invalid_argument if a and m have a common factor.
[[nodiscard]] std::uint64_t multiplicative_order(std::uint64_t a, std::uint64_t m);

}  // namespace lath
