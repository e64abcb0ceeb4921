// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/static_ring.hpp"

namespace lath::detail {

template <class Word>
StaticRingTables<Word> make_static_ring_tables(std::size_t degree, std::size_t limbs,
                                               int prime_bits) {
  StaticRingTables<Word> tables;
  for (const std::uint64_t p : tabulated_primes(prime_bits).first(limbs)) {
    tables.moduli.emplace_back(p);
    tables.plans.push_back(NttPlan<Word>::create(degree, p));
  }
  return tables;
}

template StaticRingTables<std::uint16_t> make_static_ring_tables(std::size_t, std::size_t, int);
template StaticRingTables<std::uint32_t> make_static_ring_tables(std::size_t, std::size_t, int);
template StaticRingTables<std::uint64_t> make_static_ring_tables(std::size_t, std::size_t, int);

}  // namespace lath::detail
