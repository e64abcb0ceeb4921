// SPDX-License-Identifier: Apache-2.0
#include "lath/ntt/prime_powers.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "lath/arith/modulus.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/word.hpp"
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

constexpr std::uint64_t kTrialLimit = 1 << 10;

// A divisor of a composite n without small factors.
std::uint64_t rho_divisor(std::uint64_t n) {
  for (std::uint64_t c = 1;; ++c) {
    const auto step = [&](std::uint64_t x) {
      return static_cast<std::uint64_t>((uint128{x} * x + c) % n);
    };
    std::uint64_t slow = 2, fast = 2, divisor = 1;
    while (divisor == 1) {
      slow = step(slow);
      fast = step(step(fast));
      divisor = std::gcd(std::max(slow, fast) - std::min(slow, fast), n);
    }
    if (divisor != n) return divisor;
  }
}

// A prime that divides n, which has no small factors.
std::uint64_t large_prime_of(std::uint64_t n) {
  while (!is_prime(n)) n = rho_divisor(n);
  return n;
}

}  // namespace

std::vector<PrimePower> prime_powers(std::uint64_t m) {
  std::vector<PrimePower> powers;
  const auto take = [&](std::uint64_t p) {
    PrimePower power{.prime = p, .value = 1};
    for (; m % p == 0; m /= p, power.value *= p) ++power.exponent;
    powers.push_back(power);
  };
  std::uint64_t p = 2;
  for (; p <= m / p && p < kTrialLimit; ++p) {
    if (m % p == 0) take(p);
  }
  // No prime below p divides m.
  while (m > 1) take(p > m / p ? m : large_prime_of(m));
  std::ranges::sort(powers, {}, &PrimePower::prime);
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

std::uint64_t prime_of_power(std::uint64_t t) {
  const std::vector<PrimePower> powers = prime_powers(t);
  return powers.size() == 1 ? powers[0].prime : 0;
}

}  // namespace lath
