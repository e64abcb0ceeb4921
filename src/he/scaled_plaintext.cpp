// SPDX-License-Identifier: Apache-2.0
#include "he/scaled_plaintext.hpp"

#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he::bfv {

Buffer<std::int64_t, Secret> scaled_remainders(const Context& context, const Level& level,
                                               const Plaintext& plaintext) {
  const std::size_t n = context.degree();
  Buffer<std::uint64_t, Secret> words(n);
  context.modulo_t.scale(words.data(), plaintext.coefficients().data(), level.q_mod_t, n);
  Buffer<std::int64_t, Secret> r(n);
  for (std::size_t i = 0; i < n; ++i) r[i] = static_cast<std::int64_t>(words[i]);
  return r;
}

Poly<DynamicRing, Coeff, Secret> scaled_to_q(const Context& context, const Level& level,
                                             const Plaintext& plaintext) {
  const auto r = scaled_remainders(context, level, plaintext);
  return level.minus_inverse_of_t * polynomial_of(level.ring, r, context.t.value());
}

Buffer<std::int64_t, Secret> centered_coefficients(const Plaintext& plaintext, std::uint64_t t) {
  const auto words = plaintext.coefficients();
  Buffer<std::int64_t, Secret> result(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    result[i] = static_cast<std::int64_t>(words[i] - (t & ct::mask_less(t / 2, words[i])));
  }
  return result;
}

}  // namespace lath::he::bfv
