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

unsigned detail::secure_bits(std::size_t degree, SecurityLevel level, Attacker attacker,
                             BitRange range, unsigned guess) {
  // Steps that grow from the guess on, up or down, until the limit is between two of them.
  unsigned bits = std::clamp(guess, range.least, range.most), step = 1;
  bool rose = false, fell = false;
  while (range.least < range.most) {
    const bool secure = bits <= range.least || is_secure(degree, bits, level, attacker);
    if (secure) {
      range.least = std::max(bits, range.least);
      rose = true;
    } else {
      range.most = bits - 1;
      fell = true;
    }
    const unsigned width = range.most - range.least;
    if (rose && fell) step = (width + 1) / 2;
    bits = secure ? range.least + std::min(step, width) : range.most - std::min(step - 1, width);
    step *= 4;
  }
  return range.least;
}

unsigned estimated_modulus_bits(std::size_t degree, SecurityLevel level, Attacker attacker) {
  // Limits are nearly proportional to the degree.
  constexpr std::size_t kKnown = 16384;
  const double slope =
      static_cast<double>(largest_modulus_bits(kKnown, level, attacker)) / double{kKnown};
  const double guess = std::min(slope * static_cast<double>(degree), double{detail::kMostBits});
  const unsigned bits = detail::secure_bits(degree, level, attacker,
                                            {.least = detail::kNoBits, .most = detail::kMostBits},
                                            static_cast<unsigned>(guess));
  return bits == detail::kNoBits ? 0 : bits;
}

}  // namespace lath
