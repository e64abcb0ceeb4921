// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "he/plaintexts/slots/modulus_factors.hpp"

namespace lath::he::slots {

/// The number and the degree of the slots of an index.
struct SlotCount {
  std::uint64_t index;
  std::size_t slots, degree;
};

/// The number of units modulo m that the primes generate, or most + 1 if it is above `most`.
[[nodiscard]] std::size_t subgroup_order(std::uint64_t m, const std::vector<PrimePower>& powers,
                                         std::size_t most);

/// The index nearest to m, up to kMaxIndex, with at least so many slots, of degrees that are
/// served, for a plaintext modulus with these factors; none if there is none. If two are equally
/// near, the smaller one.
[[nodiscard]] std::optional<SlotCount> nearest_index(std::uint64_t m, std::size_t slots,
                                                     const std::vector<PrimePower>& powers);

}  // namespace lath::he::slots
