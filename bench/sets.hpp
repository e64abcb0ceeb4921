// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/he/literal.hpp"
#include "lath/security/published_limits.hpp"

namespace lath::bench {

/// `primes` of them and `special` ones that are a bit longer, as long as 128 bits of security
/// allow.
/// Lath is fastest with primes of at most 50 bits.
inline he::Literal largest(std::size_t degree, std::uint64_t t, unsigned primes, unsigned special) {
  const unsigned limit = largest_modulus_bits(degree, SecurityLevel::bits128, Attacker::classical);
  const unsigned bits = limit / (primes + special), left = limit % (primes + special);
  he::Literal literal{.degree = degree,
                      .plaintext_modulus = t,
                      .prime_bits = std::vector<unsigned>(primes, bits),
                      .special_prime_bits = std::vector<unsigned>(special, bits)};
  for (unsigned i = 0; i < left; ++i) {
    ++(i < special ? literal.special_prime_bits[i] : literal.prime_bits[i - special]);
  }
  return literal;
}

/// The sum of the lengths of all primes, log2 Q P or a bit more.
inline unsigned modulus_bits(const he::Literal& literal) {
  unsigned sum = 0;
  for (const auto* lengths : {&literal.prime_bits, &literal.special_prime_bits}) {
    for (const unsigned bits : *lengths) sum += bits;
  }
  for (const auto* primes : {&literal.primes, &literal.special_primes}) {
    for (const std::uint64_t p : *primes) sum += static_cast<unsigned>(std::bit_width(p));
  }
  return sum;
}

/// The number of special primes.
inline std::size_t special_primes(const he::Literal& literal) {
  return literal.special_prime_bits.size() + literal.special_primes.size();
}

/// "<degree>/<log2 QP>/<special primes>", and "/digits_of_<primes>" if the literal says how many
/// primes are in a digit.
inline std::string set_name(const he::Literal& literal) {
  const std::string digits =
      literal.digit_primes == 0 ? "" : "/digits_of_" + std::to_string(literal.digit_primes);
  return std::to_string(literal.degree) + "/" + std::to_string(modulus_bits(literal)) + "/" +
         std::to_string(special_primes(literal)) + digits;
}

}  // namespace lath::bench
