// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lath/he/literal.hpp"
#include "lath/he/noise/prime_pool.hpp"

namespace lath::he {

/// The primes of a chain in their order.
struct ChainPrimes {
  std::vector<std::uint64_t> q, p;       ///< the primes of Q, and the special ones
  std::vector<std::uint64_t> auxiliary;  ///< as many as Q has, for products of BFV
};

/// The primes of a checked literal: the given ones, and otherwise the largest of each length, none
/// of them twice.
[[nodiscard]] ChainPrimes chain_primes(const Literal& literal, PrimePool& pool);

/// Names the primes in a literal of lengths if one of the largest divides t: the largest that do
/// not. For literals that the library makes; others say what they want.
void keep_primes_apart(Literal& literal);

}  // namespace lath::he
