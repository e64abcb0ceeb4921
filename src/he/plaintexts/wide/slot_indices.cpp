// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/slot_indices.hpp"

#include <algorithm>

#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {

bool has_slots(const Natural& p, std::uint64_t d, std::uint64_t index) {
  return index % d == 0 && remainder_vartime(p, index) == 1;
}

std::string nearest_indices(const Natural& p, std::uint64_t d, std::uint64_t index,
                            std::uint64_t largest) {
  const std::uint64_t below = std::min(index, largest) / d * d;
  std::string result;
  for (std::uint64_t m = below; m >= d && m > 2; m -= d) {
    if (!has_slots(p, d, m) || !is_ring_index(m)) continue;
    result = std::to_string(m);
    break;
  }
  for (std::uint64_t m = below + d; m <= largest; m += d) {
    if (!has_slots(p, d, m) || !is_ring_index(m)) continue;
    result += (result.empty() ? "" : " or ") + std::to_string(m);
    break;
  }
  return result;
}

}  // namespace lath::he
