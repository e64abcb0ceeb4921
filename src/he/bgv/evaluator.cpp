// SPDX-License-Identifier: Apache-2.0
//
// Sums of ciphertexts, and what is done with plaintexts.
#include <array>
#include <cmath>
#include <utility>

#include "he/bgv/context.hpp"
#include "he/bgv/noise.hpp"
#include "he/bgv/plaintext_multiple.hpp"
#include "he/bgv/scale_factors.hpp"
#include "he/centered_plaintext.hpp"
#include "he/noise/embedding.hpp"
#include "he/require_context.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/he/bgv.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he::bgv {
namespace {

using Values = Poly<DynamicRing, Eval>;

// k a + l b.
Values combination(std::int64_t k, const Values& a, std::int64_t l, const Values& b) {
  if (k == 1 && l == 1) return a + b;
  if (k == 1 && l == -1) return a - b;
  const auto scalar_k = RnsScalar<DynamicRing>::from_integer(a.ring(), k);
  const auto scalar_l = RnsScalar<DynamicRing>::from_integer(a.ring(), l);
  return scalar_k * a + scalar_l * b;
}

enum class Sign { plus, minus };

// The sum or the difference of operands of one kind, with one factor.
template <class Operand, std::size_t... Parts>
Operand sum(const Parameters& parameters, const Operand& a, const Operand& b, Sign sign,
            std::index_sequence<Parts...>) {
  require_context(a.context(), parameters.context(), "an operand");
  require_context(b.context(), parameters.context(), "an operand");
  require_level(a.level(), b.level());
  const Modulus& t = context_of(parameters).t;
  const auto [k, l] =
      multipliers_for_sum(t, {a.scale_factor(), a.noise()}, {b.scale_factor(), b.noise()});
  const NoiseBound noise = a.noise().scaled(std::log2(std::abs(static_cast<double>(k)))) +
                           b.noise().scaled(std::log2(std::abs(static_cast<double>(l))));
  require_decryptable(noise, "a sum");
  const std::int64_t signed_l = sign == Sign::plus ? l : -l;
  return {a.context(),
          {combination(k, a.part(Parts), signed_l, b.part(Parts))...},
          t.multiply(t.reduce_signed(k), a.scale_factor()),
          noise};
}

const Level& level_of(const Parameters& parameters, const Ciphertext& a, const Plaintext& b) {
  require_context(a.context(), parameters.context(), "a ciphertext");
  require_context(b.context(), parameters.context(), "a plaintext");
  return context_of(parameters).level(a.level());
}

}  // namespace

Ciphertext Evaluator::add(const Ciphertext& a, const Ciphertext& b) const {
  return sum(parameters_, a, b, Sign::plus, std::make_index_sequence<2>());
}

Ciphertext Evaluator::sub(const Ciphertext& a, const Ciphertext& b) const {
  return sum(parameters_, a, b, Sign::minus, std::make_index_sequence<2>());
}

Ciphertext Evaluator::negate(const Ciphertext& a) const {
  require_context(a.context(), parameters_.context(), "an operand");
  return {a.context(), {-a.part(0), -a.part(1)}, a.scale_factor(), a.noise()};
}

Product Evaluator::add(const Product& a, const Product& b) const {
  return sum(parameters_, a, b, Sign::plus, std::make_index_sequence<3>());
}

Ciphertext Evaluator::add_plain(const Ciphertext& a, const Plaintext& b) const {
  const BgvContext& context = context_of(parameters_);
  const Level& level = level_of(parameters_, a, b);
  const NoiseBound noise = a.noise() + plaintext_noise(context, level);
  require_decryptable(noise, "a sum");
  const auto m = ntt(multiple_of(b, a.scale_factor(), context, level));
  // Whoever adds a plaintext shows the sum to everybody.
  return {a.context(), {declassify(a.part(0) + m), a.part(1)}, a.scale_factor(), noise};
}

Ciphertext Evaluator::sub_plain(const Ciphertext& a, const Plaintext& b) const {
  const BgvContext& context = context_of(parameters_);
  const Level& level = level_of(parameters_, a, b);
  const NoiseBound noise = a.noise() + plaintext_noise(context, level);
  require_decryptable(noise, "a difference");
  const auto m = ntt(multiple_of(b, a.scale_factor(), context, level));
  // Whoever subtracts a plaintext shows the difference to everybody.
  return {a.context(), {declassify(a.part(0) - m), a.part(1)}, a.scale_factor(), noise};
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
  const auto values = ntt(polynomial_of(level.ring, m, t / 2));
  // Whoever multiplies by a plaintext shows the product to everybody.
  return {a.context(),
          {declassify(a.part(0) * values), declassify(a.part(1) * values)},
          a.scale_factor(),
          noise};
}

}  // namespace lath::he::bgv
