// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "lath/arith/prime_tables.hpp"
#include "lath/ring/dynamic_ring.hpp"

namespace lath::bench {

/// A set of benchmarks: the ring over the first tabulated primes of 50 bits, the ring over as many
/// that come after them, and the ring over both.
struct Set {
  std::size_t degree, limbs;

  [[nodiscard]] std::string name(const std::string& operation) const {
    return "rns/" + operation + "/" + std::to_string(degree) + "x" + std::to_string(limbs);
  }
  [[nodiscard]] DynamicRing ring() const { return ring_of(0, limbs); }
  [[nodiscard]] DynamicRing other() const { return ring_of(limbs, limbs); }
  [[nodiscard]] DynamicRing both() const { return ring_of(0, 2 * limbs); }

 private:
  [[nodiscard]] DynamicRing ring_of(std::size_t first, std::size_t count) const {
    return DynamicRing::create(degree, tabulated_primes(50).subspan(first, count));
  }
};

/// Registers to_gmp and from_gmp; where the component ring_gmp was not built, a benchmark that says
/// so.
void add_gmp_integers(const Set& set);

}  // namespace lath::bench
