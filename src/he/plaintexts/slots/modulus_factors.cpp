// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/slots/modulus_factors.hpp"

#include <algorithm>
#include <numeric>

#include "lath/arith/modulus.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he::slots {
namespace {

constexpr std::uint64_t kTrialLimit = 1 << 10;

// A divisor of a composite n without small factors.
std::uint64_t rho_divisor(std::uint64_t n) {
  const Modulus modulo(n);
  for (std::uint64_t c = 1;; ++c) {
    std::uint64_t slow = 2, fast = 2, divisor = 1;
    const auto step = [&](std::uint64_t x) { return modulo.add(modulo.multiply(x, x), c); };
    while (divisor == 1) {
      slow = step(slow);
      fast = step(step(fast));
      divisor = std::gcd(modulo.subtract(slow, fast), n);
    }
    if (divisor != n) return divisor;
  }
}

void append_primes(std::uint64_t n, std::vector<std::uint64_t>& primes) {
  if (n == 1) return;
  if (is_prime(n)) {
    primes.push_back(n);
    return;
  }
  const std::uint64_t divisor = rho_divisor(n);
  append_primes(divisor, primes);
  append_primes(n / divisor, primes);
}

}  // namespace

std::vector<PrimePower> prime_powers_of(std::uint64_t n) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t p = 2; p < kTrialLimit; ++p) {
    for (; n % p == 0; n /= p) primes.push_back(p);
  }
  append_primes(n, primes);
  std::ranges::sort(primes);
  std::vector<PrimePower> powers;
  for (const std::uint64_t p : primes) {
    if (powers.empty() || powers.back().prime != p) powers.push_back({p, 0, 1});
    ++powers.back().exponent;
    powers.back().value *= p;
  }
  return powers;
}

std::uint64_t power_modulo(std::uint64_t a, std::uint64_t e, std::uint64_t m) {
  return m == 1 ? 0 : Modulus(m).pow_vartime(a % m, e);
}

}  // namespace lath::he::slots
