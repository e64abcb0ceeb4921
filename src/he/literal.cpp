// SPDX-License-Identifier: Apache-2.0
#include "he/literal.hpp"

#include <string>
#include <vector>

#include "lath/base/error.hpp"

namespace lath::he {
namespace {

std::string describe(SecurityLevel security, Attacker attacker) {
  return std::to_string(static_cast<int>(security)) + " bits of security against " +
         (attacker == Attacker::classical ? "classical computers" : "quantum computers");
}

unsigned limit_of(std::size_t degree, SecurityLevel security, Attacker attacker) {
  const unsigned limit = largest_modulus_bits(degree, security, attacker);
  if (limit != 0) return limit;
  throw Error(ErrorCode::invalid_argument, "degree " + std::to_string(degree),
              "need one that the tables have for " + describe(security, attacker),
              "take a power of two from 2048 to 65536");
}

}  // namespace

void require_secure(const Literal& literal) {
  unsigned bits = 0;
  for (const unsigned b : literal.prime_bits) bits += b;
  for (const unsigned b : literal.special_prime_bits) bits += b;
  const unsigned limit = limit_of(literal.degree, literal.security, literal.attacker);
  if (bits <= limit) return;
  throw Error(ErrorCode::invalid_argument,
              "primes of " + std::to_string(bits) + " bits in all, special ones included",
              "need at most " + std::to_string(limit) + " for " +
                  describe(literal.security, literal.attacker) + " at degree " +
                  std::to_string(literal.degree),
              "take fewer or shorter primes, or a larger degree");
}

unsigned modulus_bits(std::size_t degree, SecurityLevel security, Attacker attacker) {
  const unsigned limit = limit_of(degree, security, attacker);
  if (limit >= 102) return limit;
  throw Error(ErrorCode::invalid_argument,
              "degree " + std::to_string(degree) + " with " + std::to_string(limit) +
                  " bits for the modulus",
              "need 102 bits: two primes and a special one", "take a larger degree");
}

void divide_modulus(Literal& literal, unsigned primes) {
  const unsigned limit = modulus_bits(literal.degree, literal.security, literal.attacker);
  const unsigned bits = limit / primes;
  literal.prime_bits = std::vector<unsigned>(primes - 1, bits);
  literal.special_prime_bits = {bits};
  // What is left makes some primes one bit longer, the special one first.
  unsigned left = limit - primes * bits;
  if (left == 0) return;
  ++literal.special_prime_bits[0];
  --left;
  for (std::size_t i = 0; left > 0; ++i, --left) ++literal.prime_bits[i];
}

}  // namespace lath::he
