// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/binomials.hpp"

#include <utility>

#include "lath/ntt/prime_powers.hpp"

namespace lath::detail {

Binomials binomials_of(std::uint64_t m) {
  Binomials result;
  result.minus = m % 2 != 0;
  // The divisors of r whose cofactor has an even number of primes, and the others.
  std::vector<std::size_t> even{1}, odd;
  for (const PrimePower& power : prime_powers(m)) {
    const auto p = static_cast<std::size_t>(power.prime);
    result.degree *= static_cast<std::size_t>(power.value) / p * (p - 1);
    result.block *= static_cast<std::size_t>(power.value) / p;
    if (p == 2) continue;
    std::vector<std::size_t> next_even = odd, next_odd = even;
    for (const std::size_t d : even) next_even.push_back(d * p);
    for (const std::size_t d : odd) next_odd.push_back(d * p);
    even = std::move(next_even);
    odd = std::move(next_odd);
  }
  for (std::size_t& d : even) d *= result.block;
  for (std::size_t& d : odd) d *= result.block;
  result.factors = std::move(even);
  result.divisors = std::move(odd);
  return result;
}

}  // namespace lath::detail
