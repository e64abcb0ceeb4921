// SPDX-License-Identifier: Apache-2.0
#include "lath/he/bgv_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "he/context.hpp"
#include "he/core/chain_primes.hpp"
#include "he/encryption/fresh_room.hpp"
#include "he/literal.hpp"

namespace lath::he::bgv {

Parameters::Parameters(std::shared_ptr<const Context> context) noexcept
    : SchemeParameters(std::move(context)) {}

Parameters Parameters::create(const KeySpace& key_space, const PlaintextSpace& plaintext_space) {
  return Parameters(std::make_shared<const Context>(Scheme::bgv, key_space, plaintext_space));
}

Parameters Parameters::with_plaintexts(const PlaintextSpace& plaintext_space) const {
  return create(key_space(), plaintext_space);
}

Parameters Parameters::create_insecure(const Literal& literal) {
  const Literal whole = checked(literal);
  return create(KeySpace::create_insecure(whole), PlaintextSpace::modulo(whole.plaintext_modulus));
}

Parameters Parameters::create(const Literal& literal) {
  require_secure(literal);
  return create_insecure(literal);
}

Parameters Parameters::recommended(std::size_t degree, const Natural& plaintext_modulus,
                                   SecurityLevel security, Attacker attacker) {
  // A switch leaves t sqrt(n)/3.1. A product of two such noises, or of their doubles, has up to
  // 2^3.6 t n times as much: a prime of log2(t n) + 5.6 bits takes all that away but 0.22 of the
  // square. Fresh noise is 2^3.8 times as large, and some bits of the prime that is dropped first
  // make up for the first product.
  constexpr unsigned kLeast = 30, kMost = 60, kFresh = 5;
  constexpr double kProduct = 5.6;
  const double log2_t = log2_vartime(plaintext_modulus);
  const auto at = [&](std::size_t of_degree) {
    const double bits = log2_t + std::log2(static_cast<double>(of_degree)) + kProduct;
    const unsigned wanted = std::clamp(static_cast<unsigned>(std::ceil(bits)), kLeast, kMost);
    Literal literal{.degree = of_degree,
                    .plaintext_modulus = plaintext_modulus,
                    .prime_bits = {},
                    .special_prime_bits = {},
                    .security = security,
                    .attacker = attacker};
    divide_modulus(literal, wanted, kMost, kFresh);
    keep_primes_apart(literal);
    return create(literal);
  };
  const Parameters result = at(degree);
  require_room(result.context()->noise, plaintext_modulus,
               [&](std::size_t larger) { return at(larger).context()->noise; });
  return result;
}

}  // namespace lath::he::bgv
