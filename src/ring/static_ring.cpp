// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/static_ring.hpp"

namespace lath::static_ring {

template <ResidueWord Word>
Tables<Word> make_tables(std::size_t degree, std::size_t limbs, int prime_bits) {
  Tables<Word> tables;
  for (const std::uint64_t p : tabulated_primes(prime_bits).first(limbs)) {
    tables.moduli.emplace_back(p);
    tables.plans.push_back(NttPlan<Word>::create(degree, p));
  }
  return tables;
}

template Tables<std::uint16_t> make_tables(std::size_t, std::size_t, int);
template Tables<std::uint32_t> make_tables(std::size_t, std::size_t, int);
template Tables<std::uint64_t> make_tables(std::size_t, std::size_t, int);

}  // namespace lath::static_ring
