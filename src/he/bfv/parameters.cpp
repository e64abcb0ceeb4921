// SPDX-License-Identifier: Apache-2.0
#include "lath/he/bfv_parameters.hpp"

#include <utility>

#include "he/bfv/context.hpp"
#include "he/core/chain_primes.hpp"
#include "he/encryption/fresh_room.hpp"
#include "he/literal.hpp"

namespace lath::he::bfv {

Parameters::Parameters(std::shared_ptr<const Context> context) noexcept
    : SchemeParameters(std::move(context)) {}

Parameters Parameters::create(const KeySpace& key_space, const PlaintextSpace& plaintext_space) {
  return Parameters(std::make_shared<const BfvContext>(key_space, plaintext_space));
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
  // The fastest kernels serve primes below 2^50. More primes than needed only take time.
  constexpr unsigned kMost = 49;
  const auto at = [&](std::size_t of_degree) {
    Literal literal{.degree = of_degree,
                    .plaintext_modulus = plaintext_modulus,
                    .prime_bits = {},
                    .special_prime_bits = {},
                    .security = security,
                    .attacker = attacker};
    divide_modulus(literal, kMost + 1, kMost, 0);
    keep_primes_apart(literal);
    return create(literal);
  };
  const Parameters result = at(degree);
  require_room(result.context()->noise, plaintext_modulus,
               [&](std::size_t larger) { return at(larger).context()->noise; });
  return result;
}

}  // namespace lath::he::bfv
