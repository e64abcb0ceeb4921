// SPDX-License-Identifier: Apache-2.0
#include "he/bgv/plaintext_multiple.hpp"

#include "he/centered_plaintext.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he::bgv {

Poly<DynamicRing, Coeff, Secret> multiple_of(const Plaintext& m, std::uint64_t f,
                                             const BgvContext& context, const Level& level) {
  const std::uint64_t t = context.t.value();
  if (f == 1) return polynomial_of(level.ring, centered(m.coefficients(), t), t / 2);
  Buffer<std::uint64_t, Secret> words(m.coefficients().size());
  context.modulo_t.scale(words.data(), m.coefficients().data(), context.modulo_t.scalar(f),
                         words.size());
  return polynomial_of(level.ring, centered(words.span(), t), t / 2);
}

}  // namespace lath::he::bgv
