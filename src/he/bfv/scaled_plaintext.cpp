// SPDX-License-Identifier: Apache-2.0
#include "he/bfv/scaled_plaintext.hpp"

#include "lath/random/samplers.hpp"

namespace lath::he::bfv {

Buffer<std::int64_t, Secret> scaled_remainders(const BfvContext& context, const Level& level,
                                               const Plaintext& plaintext) {
  const BfvLevel& tables = context.bfv_level(level.q.size());
  const std::size_t n = context.degree();
  Buffer<std::uint64_t, Secret> words(n);
  context.modulo_t.scale(words.data(), plaintext.coefficients().data(), tables.q_mod_t, n);
  Buffer<std::int64_t, Secret> r(n);
  for (std::size_t i = 0; i < n; ++i) r[i] = static_cast<std::int64_t>(words[i]);
  return r;
}

Poly<DynamicRing, Coeff, Secret> scaled_to_q(const BfvContext& context, const Level& level,
                                             const Plaintext& plaintext) {
  const auto r = scaled_remainders(context, level, plaintext);
  const BfvLevel& tables = context.bfv_level(level.q.size());
  return tables.minus_inverse_of_t * polynomial_of(level.ring, r, context.t.value());
}

}  // namespace lath::he::bfv
