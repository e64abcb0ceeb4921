// SPDX-License-Identifier: Apache-2.0
#include "lath/he/parameters.hpp"

#include "he/bfv/context.hpp"
#include "he/literal.hpp"

namespace lath::he {

template <>
std::shared_ptr<const Context> Parameters<Bfv>::make_context(
    const KeySpace& key_space, const PlaintextSpace& plaintext_space) {
  return std::make_shared<const bfv::BfvContext>(key_space, plaintext_space);
}

// The fastest kernels serve primes below 2^50. More primes than needed only take time.
template <>
void Parameters<Bfv>::choose_primes(Literal& literal) {
  constexpr unsigned kMost = 49;
  divide_modulus(literal, kMost + 1, kMost, 0);
}

}  // namespace lath::he
