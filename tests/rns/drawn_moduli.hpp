// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "base/seeded_values.hpp"
#include "lath/arith/modulus.hpp"

namespace lath::testing {

/// The largest number of so many bits.
constexpr std::uint64_t largest_of_bits(int bits) { return (std::uint64_t{1} << bits) - 1; }

/// A number near the largest of some size in bits, now and then a small one.
inline Modulus modulus_of_size(SeededValues& random, std::span<const int> sizes) {
  if (random.below(5) == 0) return Modulus(2 + random.below(1000));
  const std::uint64_t most = largest_of_bits(sizes[random.below(sizes.size())]);
  return Modulus(most - random.below(std::min<std::uint64_t>(most / 2, 1000)));
}

/// A residue where signs and fractions turn over, or any.
inline std::uint64_t residue_at_turn(SeededValues& random, std::uint64_t p) {
  const std::uint64_t candidates[] = {0,           1 % p, p - 1,           p / 2,
                                      (p + 1) / 2, p - 1, random.below(p), random.below(p)};
  return candidates[random.below(8)];
}

}  // namespace lath::testing
