// SPDX-License-Identifier: Apache-2.0
#include "security/index_candidates.hpp"

#include <numeric>

#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {
namespace {

// phi of all numbers up to a limit.
std::vector<std::uint32_t> totients(std::uint64_t limit) {
  std::vector<std::uint32_t> phi(limit + 1);
  std::iota(phi.begin(), phi.end(), std::uint32_t{0});
  for (std::uint64_t p = 2; p <= limit; ++p) {
    if (phi[p] != p) continue;  // p is no prime
    for (std::uint64_t i = p; i <= limit; i += p) {
      phi[i] -= phi[i] / static_cast<std::uint32_t>(p);
    }
  }
  return phi;
}

}  // namespace

IndexCandidates candidates_with(std::size_t degree_from, std::size_t degree_to,
                                std::uint64_t prime) {
  // m / phi(m) is at most 2/1 3/2 5/4 ... 17/16 < 6 for m up to 6 2^20, the product over the
  // least primes that have a smaller product.
  const std::uint64_t last = 6 * std::uint64_t{degree_to};
  const auto phi = totients(last);
  IndexCandidates result;
  for (std::uint64_t m = 3; m <= last; ++m) {
    if (m % 4 == 2 || phi[m] < degree_from || phi[m] > degree_to || !is_ring_index(m)) continue;
    if (m % prime == 0) {
      ++result.sharing;
      continue;
    }
    const std::size_t degree = phi[m];
    const auto order = static_cast<std::size_t>(multiplicative_order(prime, m));
    result.indices.push_back({m, degree, degree / order, order, transform_cost(m)});
  }
  return result;
}

}  // namespace lath::detail
