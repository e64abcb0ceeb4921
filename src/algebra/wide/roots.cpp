// SPDX-License-Identifier: Apache-2.0
#include "algebra/wide/roots.hpp"

#include <numeric>
#include <optional>
#include <string>

#include "arith/wide/natural_arithmetic.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/prime_powers.hpp"

namespace lath::detail {
namespace {

// Among so many numbers all but a negligible part of primes have one of the wanted order.
constexpr std::uint64_t kMostCandidates = 1000;

Natural root_of_order(const Natural& p, std::uint64_t m) {
  const auto primes = prime_powers(m);
  const Natural exponent = quotient_vartime(difference_vartime(p, 1), m);
  for (std::uint64_t c = 2; c < kMostCandidates; ++c) {
    Natural root = power_modulo_vartime(c, exponent, p);
    if (power_modulo_vartime(root, m, p) != Natural(1)) break;  // by Fermat, p is no prime
    // Slots need that differences of roots are units, whether p is a prime or not.
    bool primitive = true;
    for (const PrimePower& q : primes) {
      const Natural other = power_modulo_vartime(root, m / q.prime, p);
      primitive =
          primitive && other != Natural() && is_coprime_vartime(difference_vartime(other, 1), p);
    }
    if (primitive) return root;
  }
  throw Error(ErrorCode::invalid_argument,
              "a modulus without a root of unity of order " + std::to_string(m), "need a prime",
              "take a prime that is 1 modulo " + std::to_string(m) +
                  ", or give the factors if each one is");
}

}  // namespace

Natural root_above_vartime(const WideModulus& modulus, std::uint64_t m, std::uint64_t d,
                           const Natural& omega) {
  const Natural& p = modulus.value();
  if (m == 0 || d == 0 || m % d != 0 || detail::remainder_vartime(p, m) != Natural(1)) {
    throw Error(ErrorCode::invalid_argument,
                "slots of order " + std::to_string(d) + " and index " + std::to_string(m),
                "need a divisor of the index, and a prime that is 1 modulo it",
                "take another prime");
  }
  Natural root = root_of_order(p, m);
  if (d <= 2) return root;
  const auto base = modulus.montgomery_vartime(power_modulo_vartime(root, m / d, p));
  const auto wanted = modulus.montgomery_vartime(omega);
  auto power = base;
  std::uint64_t t = 1;
  for (; t < d && power != wanted; ++t) {
    modulus.multiply(power.data(), power.data(), base.data());
  }
  if (std::gcd(t, d) != 1) {
    throw Error(ErrorCode::invalid_argument,
                "a number that is no root of unity of order " + std::to_string(d),
                "need one modulo the prime", "take a power of a generator");
  }
  while (std::gcd(t, m) != 1) t += d;
  return power_modulo_vartime(root, t, p);
}

Natural root_by_factors_vartime(const Natural& t, std::span<const Natural> primes, std::uint64_t m,
                                std::uint64_t d, const Natural& omega) {
  Natural root;
  for (const Natural& p : primes) {
    const Natural of_p = root_above_vartime(WideModulus(p), m, d, remainder_vartime(omega, p));
    // 1 modulo p, and 0 modulo the other primes.
    const Natural others = quotient_vartime(t, p);
    const std::optional<Natural> inverse = inverse_modulo_vartime(others, p);
    if (!inverse) {
      throw Error(ErrorCode::invalid_argument, "factors with a common divisor",
                  "need different primes", "give each prime once");
    }
    const Natural scaled = product_modulo_vartime(of_p, *inverse, p);
    root = remainder_vartime(sum_vartime(root, product_vartime(scaled, others)), t);
  }
  return root;
}

}  // namespace lath::detail
