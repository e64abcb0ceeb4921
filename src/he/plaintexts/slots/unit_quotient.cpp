// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/slots/unit_quotient.hpp"

#include <numeric>

#include "he/plaintexts/slots/modulus_factors.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he::slots {
namespace {

// A subgroup of the units modulo m.
struct Subgroup {
  std::vector<std::uint64_t> elements;
  std::vector<bool> contains;

  // Appends the cosets of the powers of g below `length`.
  void extend(std::uint64_t g, std::size_t length, const Modulus& modulo) {
    const std::size_t size = elements.size();
    for (std::size_t i = 0; i < size * (length - 1); ++i) {
      elements.push_back(modulo.multiply(elements[i], g));
      contains[elements.back()] = true;
    }
  }
};

Subgroup trivial_subgroup(std::uint64_t m) {
  Subgroup one{{1}, std::vector<bool>(m)};
  one.contains[1] = true;
  return one;
}

// The order of g in the quotient by a subgroup that has `size` cosets, whose primes are given.
std::uint64_t order_in_quotient(std::uint64_t g, const Subgroup& subgroup, std::uint64_t size,
                                std::span<const PrimePower> primes, const Modulus& modulo) {
  for (const PrimePower& f : primes) {
    while (size % f.prime == 0 && subgroup.contains[modulo.pow_vartime(g, size / f.prime)]) {
      size /= f.prime;
    }
  }
  return size;
}

// The next generator, see the header; `units` is the number of all units, `cosets` the number of
// cosets.
SlotDimension best_dimension(const Subgroup& subgroup, std::uint64_t units, std::uint64_t cosets,
                             const Modulus& modulo) {
  const std::uint64_t m = modulo.value();
  const auto primes = prime_powers(units);
  const auto one = trivial_subgroup(m);
  SlotDimension best;
  const auto try_generator = [&](std::uint64_t g) {
    if (std::gcd(g, m) != 1) return;
    const std::uint64_t order = order_in_quotient(g, subgroup, cosets, primes, modulo);
    if (order < best.length || (order == best.length && best.good)) return;
    const bool good = order_in_quotient(g, one, units, primes, modulo) == order;
    if (order > best.length || good) best = {g, static_cast<std::size_t>(order), good};
  };
  try_generator(m - 1);
  for (std::uint64_t g = 2; g < m; ++g) try_generator(g);
  return best;
}

}  // namespace

UnitQuotient::UnitQuotient(std::uint64_t m, std::span<const std::uint64_t> generators_of_h)
    : m_(m), slot_of_(m) {
  find_subgroup(generators_of_h);
  find_dimensions();
  const Modulus modulo(m);
  representatives_ = {1};
  for (const SlotDimension& dimension : dimensions_) {
    const std::size_t size = representatives_.size();
    for (std::size_t i = 0; i < size * (dimension.length - 1); ++i) {
      representatives_.push_back(modulo.multiply(representatives_[i], dimension.generator));
    }
  }
  for (std::size_t slot = 0; slot < representatives_.size(); ++slot) {
    for (const std::uint64_t h : subgroup_) {
      slot_of_[modulo.multiply(representatives_[slot], h)] = static_cast<std::uint32_t>(slot);
    }
  }
}

void UnitQuotient::find_subgroup(std::span<const std::uint64_t> generators) {
  const Modulus modulo(m_);
  auto subgroup = trivial_subgroup(m_);
  for (const std::uint64_t g : generators) {
    std::size_t length = 1;
    for (std::uint64_t power = g; !subgroup.contains[power]; power = modulo.multiply(power, g)) {
      ++length;
    }
    if (length == 1) continue;
    subgroup.extend(g, length, modulo);
    cycles_.push_back({g, length});
  }
  subgroup_ = std::move(subgroup.elements);
}

void UnitQuotient::find_dimensions() {
  const Modulus modulo(m_);
  const std::uint64_t units = euler_phi(m_);
  Subgroup subgroup{subgroup_, std::vector<bool>(m_)};
  for (const std::uint64_t h : subgroup_) subgroup.contains[h] = true;
  while (subgroup.elements.size() < units) {
    const std::uint64_t cosets = units / subgroup.elements.size();
    dimensions_.push_back(best_dimension(subgroup, units, cosets, modulo));
    subgroup.extend(dimensions_.back().generator, dimensions_.back().length, modulo);
  }
}

}  // namespace lath::he::slots
