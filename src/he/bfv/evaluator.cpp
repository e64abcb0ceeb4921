// SPDX-License-Identifier: Apache-2.0
//
// Sums of ciphertexts, and what is done with plaintexts.
#include "he/bfv/context.hpp"
#include "he/bfv/noise.hpp"
#include "he/bfv/scaled_plaintext.hpp"
#include "he/centered_plaintext.hpp"
#include "he/noise/embedding.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/he/bfv.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he::bfv {
namespace {

// The noise of a sum, once both operands were found to belong together.
template <class Operand>
NoiseBound noise_of_sum(const Parameters& parameters, const Operand& a, const Operand& b) {
  require_context(a.context(), parameters.context(), "an operand");
  require_context(b.context(), parameters.context(), "an operand");
  require_level(a.level(), b.level());
  const NoiseBound noise = a.noise() + b.noise();
  require_decryptable(noise, "a sum");
  return noise;
}

const Level& level_of(const Parameters& parameters, const Ciphertext& a, const Plaintext& b) {
  require_context(a.context(), parameters.context(), "a ciphertext");
  require_context(b.context(), parameters.context(), "a plaintext");
  return parameters.context()->level(a.level());
}

}  // namespace

Ciphertext Evaluator::add(const Ciphertext& a, const Ciphertext& b) const {
  const NoiseBound noise = noise_of_sum(parameters_, a, b);
  return {a.context(), a.part(0) + b.part(0), a.part(1) + b.part(1), noise};
}

Ciphertext Evaluator::sub(const Ciphertext& a, const Ciphertext& b) const {
  const NoiseBound noise = noise_of_sum(parameters_, a, b);
  return {a.context(), a.part(0) - b.part(0), a.part(1) - b.part(1), noise};
}

Product Evaluator::add(const Product& a, const Product& b) const {
  const NoiseBound noise = noise_of_sum(parameters_, a, b);
  return {
      a.context(), {a.part(0) + b.part(0), a.part(1) + b.part(1), a.part(2) + b.part(2)}, noise};
}

// An operand has room, so that it is not replaced before it is read.
void Evaluator::add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const {
  const NoiseBound noise = noise_of_sum(parameters_, a, b);
  make_room(out, a.context(), a.context()->level(a.level()));
  for (std::size_t i = 0; i < 2; ++i) out.part(i) = a.part(i) + b.part(i);
  out.set_noise(noise);
}

void Evaluator::sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const {
  const NoiseBound noise = noise_of_sum(parameters_, a, b);
  make_room(out, a.context(), a.context()->level(a.level()));
  for (std::size_t i = 0; i < 2; ++i) out.part(i) = a.part(i) - b.part(i);
  out.set_noise(noise);
}

void Evaluator::add(Product& out, const Product& a, const Product& b) const {
  const NoiseBound noise = noise_of_sum(parameters_, a, b);
  make_room(out, a.context(), a.context()->level(a.level()));
  for (std::size_t i = 0; i < 3; ++i) out.part(i) = a.part(i) + b.part(i);
  out.set_noise(noise);
}

Ciphertext Evaluator::negate(const Ciphertext& a) const {
  require_context(a.context(), parameters_.context(), "an operand");
  return {a.context(), -a.part(0), -a.part(1), a.noise()};
}

Ciphertext Evaluator::add_plain(const Ciphertext& a, const Plaintext& b) const {
  const Level& level = level_of(parameters_, a, b);
  const NoiseBound noise = with_plaintext(*a.context(), level, a.noise());
  require_decryptable(noise, "a sum");
  // Whoever adds a plaintext shows the sum to everybody.
  return {a.context(), declassify(a.part(0) + ntt(scaled_to_q(context_of(parameters_), level, b))),
          a.part(1), noise};
}

Ciphertext Evaluator::sub_plain(const Ciphertext& a, const Plaintext& b) const {
  const Level& level = level_of(parameters_, a, b);
  const NoiseBound noise = with_plaintext(*a.context(), level, a.noise());
  require_decryptable(noise, "a difference");
  // Whoever subtracts a plaintext shows the difference to everybody.
  return {a.context(), declassify(a.part(0) - ntt(scaled_to_q(context_of(parameters_), level, b))),
          a.part(1), noise};
}

Ciphertext Evaluator::multiply_plain(const Ciphertext& a, const Plaintext& b) const {
  const Level& level = level_of(parameters_, a, b);
  const std::uint64_t t = parameters_.plaintext_modulus();
  const auto m = centered(b.coefficients(), t);
  // The bound depends on the plaintext, and everybody sees it.
  double squared_norm = squared_canonical_norm(m.span());
  ct::declassify(&squared_norm, sizeof squared_norm);
  const NoiseBound noise = times_plaintext(a.noise(), squared_norm);
  require_decryptable(noise, "a product with a plaintext");
  const auto values = ntt(polynomial_of(level.ring, m, t));
  // Whoever multiplies by a plaintext shows the product to everybody.
  return {a.context(), declassify(a.part(0) * values), declassify(a.part(1) * values), noise};
}

}  // namespace lath::he::bfv
