// SPDX-License-Identifier: Apache-2.0
#include "algebra/unit_quotient.hpp"

#include <numeric>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {
namespace {

// A subgroup of the units modulo m; at first 1 alone.
struct Subgroup {
  Modulus modulo;
  std::vector<std::uint64_t> elements{1};
  std::vector<bool> contains;

  explicit Subgroup(std::uint64_t m) : modulo(m), contains(m) { contains[1] = true; }

  // The least e >= 1 with g^e in the subgroup, or most + 1 if it is above `most`.
  [[nodiscard]] std::size_t length_of(std::uint64_t g, std::size_t most) const {
    std::size_t length = 1;
    for (std::uint64_t power = g; length <= most && !contains[power]; ++length) {
      power = modulo.multiply(power, g);
    }
    return length;
  }

  // Appends the cosets of the powers of g below `length`.
  void extend(std::uint64_t g, std::size_t length) {
    const std::size_t added = elements.size() * (length - 1);
    for (std::size_t i = 0; i < added; ++i) {
      elements.push_back(modulo.multiply(elements[i], g));
      contains[elements.back()] = true;
    }
  }
};

// The order of g in the quotient by a subgroup that has `size` cosets, whose primes are given.
std::uint64_t order_in_quotient(std::uint64_t g, const Subgroup& subgroup, std::uint64_t size,
                                std::span<const PrimePower> primes) {
  for (const PrimePower& f : primes) {
    while (size % f.prime == 0 &&
           subgroup.contains[subgroup.modulo.pow_vartime(g, size / f.prime)]) {
      size /= f.prime;
    }
  }
  return size;
}

// The next generator, see the header; `units` is the number of all units.
UnitQuotient::Dimension best_dimension(const Subgroup& subgroup, std::uint64_t units) {
  const std::uint64_t m = subgroup.modulo.value(), cosets = units / subgroup.elements.size();
  const auto primes = prime_powers(units);
  const Subgroup one(m);
  UnitQuotient::Dimension best;
  const auto try_generator = [&](std::uint64_t g) {
    if (std::gcd(g, m) != 1) return;
    const std::uint64_t order = order_in_quotient(g, subgroup, cosets, primes);
    if (order < best.length || (order == best.length && best.good)) return;
    const bool good = order_in_quotient(g, one, units, primes) == order;
    if (order > best.length || good) best = {g, static_cast<std::size_t>(order), good};
  };
  try_generator(m - 1);
  for (std::uint64_t g = 2; g < m; ++g) try_generator(g);
  return best;
}

}  // namespace

std::size_t subgroup_order(std::uint64_t m, const std::vector<PrimePower>& powers,
                           std::size_t most) {
  Subgroup subgroup(m);
  for (const PrimePower& power : powers) {
    const std::size_t most_here = most / subgroup.elements.size();
    const std::size_t length = subgroup.length_of(power.prime % m, most_here);
    if (length > most_here) return most + 1;
    subgroup.extend(power.prime % m, length);
  }
  return subgroup.elements.size();
}

UnitQuotient::UnitQuotient(std::uint64_t m, const std::vector<PrimePower>& powers) : coset_of_(m) {
  Subgroup reached(m);
  for (const PrimePower& power : powers) {
    const Cycle cycle{power.prime % m, reached.length_of(power.prime % m, m)};
    if (cycle.length == 1) continue;
    reached.extend(cycle.generator, cycle.length);
    cycles_.push_back(cycle);
  }
  subgroup_ = reached.elements;
  const std::uint64_t units = euler_phi(m);
  while (reached.elements.size() < units) {
    dimensions_.push_back(best_dimension(reached, units));
    reached.extend(dimensions_.back().generator, dimensions_.back().length);
  }
  // The elements of each coset stand in a row, coset after coset.
  for (std::size_t i = 0; i < reached.elements.size(); ++i) {
    const std::size_t coset = i / subgroup_.size();
    if (i % subgroup_.size() == 0) representatives_.push_back(reached.elements[i]);
    coset_of_[reached.elements[i]] = static_cast<std::uint32_t>(coset);
  }
}

}  // namespace lath::detail
