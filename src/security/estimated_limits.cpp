// SPDX-License-Identifier: Apache-2.0
#include "lath/security/estimated_limits.hpp"

#include <algorithm>

#include "lath/security/security_estimate.hpp"
#include "security/limit_search.hpp"

namespace lath {
namespace {

bool is_secure(std::size_t degree, unsigned bits, SecurityLevel level, Attacker attacker) {
  return estimated_ring_security(degree, bits, attacker) >= static_cast<double>(level);
}

}  // namespace

double estimated_ring_security(std::size_t degree, double log2_modulus, Attacker attacker) {
  return estimated_security(
      {.dimension = degree,
       .log2_modulus = log2_modulus,
       .secret = SmallDistribution::ternary(),
       .error = SmallDistribution::discrete_gaussian(3.19)},
      attacker == Attacker::classical ? CostModel::matzov : CostModel::chailloux_loyer);
}

unsigned detail::secure_bits_within(std::size_t degree, SecurityLevel level, Attacker attacker,
                                    BitRange range) {
  while (range.least < range.most) {
    const unsigned middle = range.least + (range.most - range.least + 1) / 2;
    if (is_secure(degree, middle, level, attacker)) {
      range.least = middle;
    } else {
      range.most = middle - 1;
    }
  }
  return range.least;
}

unsigned detail::secure_bits_near(std::size_t degree, SecurityLevel level, Attacker attacker,
                                  unsigned guess) {
  guess = std::clamp(guess, kNoBits + 1, kMostBits);
  BitRange range{kNoBits, kMostBits};
  const bool upwards = is_secure(degree, guess, level, attacker);
  (upwards ? range.least : range.most) = upwards ? guess : guess - 1;
  for (unsigned step = 1; range.least < range.most; step *= 4) {
    const unsigned bits =
        upwards ? std::min(guess + step, range.most) : guess - std::min(step, guess - range.least);
    if (bits == kNoBits || is_secure(degree, bits, level, attacker)) {
      range.least = bits;
      if (!upwards) break;
    } else {
      range.most = bits - 1;
      if (upwards) break;
    }
  }
  return secure_bits_within(degree, level, attacker, range);
}

unsigned estimated_modulus_bits(std::size_t degree, SecurityLevel level, Attacker attacker) {
  // Limits are nearly proportional to the degree.
  constexpr std::size_t kKnown = 16384;
  const double slope =
      static_cast<double>(largest_modulus_bits(kKnown, level, attacker)) / double{kKnown};
  const double guess = std::min(slope * static_cast<double>(degree), double{detail::kMostBits});
  const unsigned bits =
      detail::secure_bits_near(degree, level, attacker, static_cast<unsigned>(guess));
  return bits == detail::kNoBits ? 0 : bits;
}

}  // namespace lath
