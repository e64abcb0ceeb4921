// SPDX-License-Identifier: Apache-2.0
#include "he/scale_factors.hpp"

#include <cmath>
#include <numeric>

#include "he/noise/logarithms.hpp"

namespace lath::he {
namespace {

double log2_magnitude(std::int64_t x) { return std::log2(std::abs(static_cast<double>(x))); }

}  // namespace

Multipliers multipliers_for_sum(const Modulus& t, const Scaled& a, const Scaled& b) {
  if (a.factor == b.factor) return {1, 1};
  // Every remainder r of t and the quotient f_a / f_b is r = s f_a / f_b modulo t with some s, and
  // from one to the next |s| grows as r falls. The first one serves, and so does the last, 1.
  const std::uint64_t quotient = t.multiply(a.factor, t.inverse_vartime(b.factor));
  std::int64_t r0 = static_cast<std::int64_t>(t.value()), r1 = static_cast<std::int64_t>(quotient);
  std::int64_t s0 = 0, s1 = 1;
  Multipliers best{s1, r1};
  double least = HUGE_VAL;
  while (r1 != 0) {
    const double log2_sum_of_both = log2_sum(log2_magnitude(s1) + a.noise.log2_deviation(),
                                             log2_magnitude(r1) + b.noise.log2_deviation());
    if (log2_sum_of_both < least && std::gcd(r1, static_cast<std::int64_t>(t.value())) == 1) {
      least = log2_sum_of_both;
      best = {s1, r1};
    }
    const std::int64_t q = r0 / r1, r2 = r0 - q * r1, s2 = s0 - q * s1;
    r0 = r1, r1 = r2;
    s0 = s1, s1 = s2;
  }
  return best;
}

}  // namespace lath::he
