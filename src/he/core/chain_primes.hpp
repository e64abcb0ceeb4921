// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lath/he/core/prime_pool.hpp"
#include "lath/he/literal.hpp"

namespace lath::he {

/// The primes of a chain in their order.
struct ChainPrimes {
  std::vector<std::uint64_t> q, p;       ///< the primes of Q, and the special ones
  std::vector<std::uint64_t> auxiliary;  ///< as many as Q has, for products of BFV
};

/// The primes of a checked literal: the given ones, and otherwise the largest of each length, none
/// of them twice.
[[nodiscard]] ChainPrimes chain_primes(const Literal& literal, PrimePool& pool);

/// If one of the largest primes divides t, replaces the lengths in a literal by the largest primes
/// that do not divide t. For literals that the library makes; callers name primes in their own
/// literals.
void keep_primes_apart(Literal& literal);

}  // namespace lath::he
