// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/prime_powers.hpp"

#include <cmath>
#include <numeric>
#include <string>

#include "lath/arith/modulus.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

// The order modulo q = p^e: a divisor of phi(q), from which primes are taken as long as that goes.
std::uint64_t order_modulo(std::uint64_t a, const PrimePower& q) {
  if (q.value == 2) return 1;
  const Modulus modulus(q.value);
  std::uint64_t order = q.value / q.prime * (q.prime - 1);
  for (const PrimePower& factor : prime_powers(order)) {
    for (unsigned i = 0; i < factor.exponent; ++i) {
      if (modulus.pow_vartime(a % q.value, order / factor.prime) != 1) break;
      order /= factor.prime;
    }
  }
  return order;
}

// base^exponent, or 0 where that has more than 64 bits.
std::uint64_t power_of(std::uint64_t base, unsigned exponent) {
  std::uint64_t power = 1;
  for (; exponent > 0; --exponent) {
    if (__builtin_mul_overflow(power, base, &power)) return 0;
  }
  return power;
}

}  // namespace

std::vector<PrimePower> prime_powers(std::uint64_t m) {
  std::vector<PrimePower> powers;
  for (std::uint64_t p = 2; m > 1; ++p) {
    if (p > m / p) p = m;
    if (m % p != 0) continue;
    PrimePower power{.prime = p, .value = 1};
    for (; m % p == 0; m /= p, power.value *= p) ++power.exponent;
    powers.push_back(power);
  }
  return powers;
}

std::uint64_t multiplicative_order(std::uint64_t a, std::uint64_t m) {
  if (m == 0 || std::gcd(a, m) != 1) {
    throw Error(ErrorCode::invalid_argument,
                "the order of " + std::to_string(a) + " modulo " + std::to_string(m),
                "need numbers without a common factor", "take another modulus");
  }
  std::uint64_t order = 1;
  for (const PrimePower& q : prime_powers(m)) order = std::lcm(order, order_modulo(a, q));
  return order;
}

std::uint64_t prime_of_power(std::uint64_t t) noexcept {
  if (is_prime(t)) return t;
  for (unsigned exponent = 2; exponent < 64; ++exponent) {
    const double root = std::round(std::pow(static_cast<double>(t), 1.0 / exponent));
    const auto p = static_cast<std::uint64_t>(root);
    if (p < 2) return 0;
    if (power_of(p, exponent) == t && is_prime(p)) return p;
  }
  return 0;
}

}  // namespace lath
