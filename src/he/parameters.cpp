// SPDX-License-Identifier: Apache-2.0
#include "lath/he/parameters.hpp"

#include "he/context.hpp"
#include "he/core/chain_primes.hpp"
#include "he/encryption/fresh_room.hpp"
#include "he/literal.hpp"

namespace lath::he {

template <class Scheme>
Parameters<Scheme> Parameters<Scheme>::create(const KeySpace& key_space,
                                              const PlaintextSpace& plaintext_space) {
  return Parameters(make_context(key_space, plaintext_space));
}

template <class Scheme>
Parameters<Scheme> Parameters<Scheme>::create_insecure(const Literal& literal) {
  const Literal whole = checked(literal);
  return create(KeySpace::create_insecure(whole), PlaintextSpace::of(whole));
}

template <class Scheme>
Parameters<Scheme> Parameters<Scheme>::create(const Literal& literal) {
  require_secure(literal);
  return create_insecure(literal);
}

template <class Scheme>
Parameters<Scheme> Parameters<Scheme>::recommended(std::size_t degree,
                                                   const PlaintextSpace& plaintext_space,
                                                   SecurityLevel security, Attacker attacker) {
  const auto at = [&](std::size_t of_degree) {
    Literal literal{.degree = of_degree,
                    .plaintext_modulus = plaintext_space.modulus(),
                    .prime_bits = {},
                    .special_prime_bits = {},
                    .security = security,
                    .attacker = attacker,
                    .short_modulus = plaintext_space.short_modulus()};
    choose_primes(literal);
    keep_primes_apart(literal);
    return create(literal);
  };
  const Parameters result = at(degree);
  require_room(result.noise(), plaintext_space.log2_size(),
               [&](std::size_t larger) { return NoiseModel(at(larger).context()->noise); });
  return result;
}

template class Parameters<Bfv>;
template class Parameters<Bgv>;

}  // namespace lath::he
