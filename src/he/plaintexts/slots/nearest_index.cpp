// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/slots/nearest_index.hpp"

#include <algorithm>

#include "lath/he/slots/slot_algebra.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he::slots {
namespace {

std::optional<SlotCount> count_of(std::uint64_t m, std::size_t least,
                                  const std::vector<PrimePower>& powers) {
  if (m < 3 || m > kMaxIndex || m % 4 == 2) return std::nullopt;
  const auto units = static_cast<std::size_t>(euler_phi(m));
  const bool shares = std::ranges::any_of(powers, [&](const auto& p) { return m % p.prime == 0; });
  if (units < least || shares) return std::nullopt;
  const std::size_t degree = subgroup_order(m, powers, std::min(kMaxSlotDegree, units / least));
  if (degree > kMaxSlotDegree || units / degree < least) return std::nullopt;
  return SlotCount{m, units / degree, degree};
}

}  // namespace

std::size_t subgroup_order(std::uint64_t m, const std::vector<PrimePower>& powers,
                           std::size_t most) {
  std::vector<std::uint64_t> elements{1};
  std::vector<bool> contains(m);
  contains[1] = true;
  for (const PrimePower& power : powers) {
    const std::uint64_t g = power.prime % m;
    const std::size_t size = elements.size();
    for (std::size_t i = 0;; ++i) {
      const std::uint64_t next = elements[i] * g % m;
      // The powers of g before this one are in different cosets of the elements at first.
      if (i % size == 0 && contains[next]) break;
      if (elements.size() > most) return elements.size();
      contains[next] = true;
      elements.push_back(next);
    }
  }
  return elements.size();
}

std::optional<SlotCount> nearest_index(std::uint64_t m, std::size_t slots,
                                       const std::vector<PrimePower>& powers) {
  for (std::uint64_t distance = 0; distance <= std::max(m, kMaxIndex); ++distance) {
    if (distance < m) {
      if (const auto found = count_of(m - distance, slots, powers)) return found;
    }
    if (const auto found = count_of(m + distance, slots, powers)) return found;
  }
  return std::nullopt;
}

}  // namespace lath::he::slots
