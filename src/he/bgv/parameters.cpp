// SPDX-License-Identifier: Apache-2.0
#include "lath/he/parameters.hpp"

#include <algorithm>
#include <cmath>

#include "he/context.hpp"
#include "he/literal.hpp"

namespace lath::he {

template <>
std::shared_ptr<const Context> Parameters<Bgv>::make_context(
    const KeySpace& key_space, const PlaintextSpace& plaintext_space) {
  return std::make_shared<const Context>(Scheme::bgv, key_space, plaintext_space);
}

// A switch leaves t sqrt(n)/3.1. A product of two such noises, or of their doubles, has up to
// 2^3.6 t n times as much: a prime of log2(t n) + 5.6 bits takes all that away but 0.22 of the
// square. Fresh noise is 2^3.8 times as large, and some bits of the prime that is dropped first
// make up for the first product. Where t is longer than a prime, a product takes several primes,
// and the shortest ones are the fastest.
template <>
void Parameters<Bgv>::choose_primes(Literal& literal) {
  constexpr unsigned kLeast = 30, kMost = 60, kFast = 49, kFresh = 5;
  constexpr double kProduct = 5.6;
  const double bits =
      log2_plaintexts(literal) + std::log2(static_cast<double>(literal.degree)) + kProduct;
  if (log2_plaintexts(literal) > kMost) return divide_modulus(literal, kFast, kFast, 0);
  divide_modulus(literal, std::clamp(static_cast<unsigned>(std::ceil(bits)), kLeast, kMost), kMost,
                 kFresh);
}

}  // namespace lath::he
