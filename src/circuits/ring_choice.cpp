// SPDX-License-Identifier: Apache-2.0
#include "circuits/ring_choice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/security/estimated_limits.hpp"

namespace lath::circuits {
namespace {

constexpr std::size_t kLargestOfTables = std::size_t{1} << 17;

// The limit of a degree of the tables, or of the largest one, which is not there for every level.
unsigned limit_of_table(std::size_t degree, const Task& task) {
  const unsigned limit = largest_modulus_bits(degree, task.security, task.attacker);
  if (limit != 0 || degree < kLargestOfTables) return limit;
  return estimated_modulus_bits(degree, task.security, task.attacker);
}

// Limits of rings that no table has: they grow faster than the degree. create() of parameters asks
// for estimates, which differ from published limits by two bits.
unsigned limit_of_units(std::size_t units, const Task& task) {
  constexpr unsigned kMargin = 3;
  const std::size_t below = std::min(std::bit_floor(units), kLargestOfTables);
  const std::uint64_t limit = limit_of_table(below, task);
  const auto share = static_cast<unsigned>(limit * units / below);
  const auto margin = static_cast<unsigned>(kMargin * units / below);
  return share <= margin ? 0 : share - margin;
}

}  // namespace

std::vector<Ring> binary_rings(const Task& task, unsigned least, unsigned most) {
  std::vector<Ring> rings;
  for (unsigned log2_degree = least; log2_degree <= most; ++log2_degree) {
    const std::size_t degree = std::size_t{1} << log2_degree;
    const unsigned limit =
        degree <= kLargestOfTables ? limit_of_table(degree, task) : limit_of_units(degree, task);
    rings.push_back({degree, 0, limit, static_cast<double>(log2_degree)});
  }
  return rings;
}

std::vector<Ring> rings_of_field(const Task& task, const Natural& p, std::uint64_t d) {
  constexpr std::uint64_t kLargestIndex = std::uint64_t{1} << 18;
  constexpr std::size_t kLeastUnits = 1 << 12, kMostUnits = 1 << 16;
  std::vector<Ring> rings;
  for (std::uint64_t m = d; m <= kLargestIndex; m += d) {
    // The ring of 2 r is the ring of an odd r.
    if (m % 4 == 2 || std::has_single_bit(m) || remainder_vartime(p, m) != 1) continue;
    const std::uint64_t units = euler_phi(m);
    if (units < kLeastUnits || units > kMostUnits || !is_ring_index(m)) continue;
    rings.push_back({static_cast<std::size_t>(units), m,
                     limit_of_units(static_cast<std::size_t>(units), task), transform_cost(m)});
  }
  std::ranges::sort(rings, {}, &Ring::degree);
  return rings;
}

he::Literal literal_of(const Ring& ring, const Task& task) {
  return {.degree = ring.degree,
          .index = ring.index,
          .plaintext_modulus = 0,
          .prime_bits = {},
          .special_prime_bits = {},
          .security = task.security,
          .attacker = task.attacker};
}

std::string name_of(const Ring& ring) {
  const std::string degree = "n = " + std::to_string(ring.degree);
  return ring.index == 0 ? degree : "m = " + std::to_string(ring.index) + ", " + degree;
}

}  // namespace lath::circuits
