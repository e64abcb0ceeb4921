// SPDX-License-Identifier: Apache-2.0
#include "algebra/nearest_index.hpp"

#include <algorithm>

#include "algebra/unit_quotient.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {
namespace {

std::optional<FactorCount> count_of(std::uint64_t m, std::size_t least,
                                    const std::vector<PrimePower>& powers,
                                    std::size_t most_degree) {
  if (m < 3 || m > kMaxIndex || m % 4 == 2) return std::nullopt;
  const auto units = static_cast<std::size_t>(euler_phi(m));
  const bool shares = std::ranges::any_of(powers, [&](const auto& p) { return m % p.prime == 0; });
  if (units < least || shares) return std::nullopt;
  const std::size_t most = std::min(most_degree, units / least);
  const std::size_t degree = subgroup_order(m, powers, most);
  if (degree > most) return std::nullopt;
  return FactorCount{m, units / degree, degree};
}

}  // namespace

std::optional<FactorCount> nearest_index(std::uint64_t m, std::size_t factors,
                                         const std::vector<PrimePower>& powers,
                                         std::size_t most_degree) {
  for (std::uint64_t distance = 0; distance <= std::max(m, kMaxIndex); ++distance) {
    if (distance < m) {
      if (const auto found = count_of(m - distance, factors, powers, most_degree)) return found;
    }
    if (const auto found = count_of(m + distance, factors, powers, most_degree)) return found;
  }
  return std::nullopt;
}

}  // namespace lath::detail
