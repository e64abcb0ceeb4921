// SPDX-License-Identifier: Apache-2.0
//
// Sums of ciphertexts and of products.
#include <cmath>

#include "he/context.hpp"
#include "he/evaluator/integer_multiples.hpp"
#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "he/scale_factors.hpp"
#include "lath/he/evaluator.hpp"

namespace lath::he {
namespace {

double log2_magnitude(std::int64_t x) { return std::log2(std::abs(static_cast<double>(x))); }

// k a + l b, of operands that were found to belong together.
template <class Form, std::size_t Parts>
void combine(CiphertextParts<Form, Parts>& out, std::int64_t k,
             const CiphertextParts<Form, Parts>& a, std::int64_t l,
             const CiphertextParts<Form, Parts>& b) {
  if (k == 1 && l == 1) {
    for (std::size_t i = 0; i < Parts; ++i) out.part(i) = a.part(i) + b.part(i);
  } else if (k == 1 && l == -1) {
    for (std::size_t i = 0; i < Parts; ++i) out.part(i) = a.part(i) - b.part(i);
  } else if (&out == &b) {
    for (std::size_t i = 0; i < Parts; ++i) {
      integer_multiple(out.part(i), l, b.part(i));
      add_integer_multiple(out.part(i), k, a.part(i));
    }
  } else {
    for (std::size_t i = 0; i < Parts; ++i) {
      integer_multiple(out.part(i), k, a.part(i));
      add_integer_multiple(out.part(i), l, b.part(i));
    }
  }
}

// a + b or a - b.
template <class Operand>
void sum(const std::shared_ptr<const Context>& context, Operand& out, const Operand& a,
         const Operand& b, bool subtracts) {
  require_context(a.context(), context, "an operand");
  require_context(b.context(), context, "an operand");
  require_level(a.level(), b.level());
  const Modulus& t = context->t;
  const auto [k, l] =
      multipliers_for_sum(t, {a.scale_factor(), a.noise()}, {b.scale_factor(), b.noise()});
  const NoiseBound noise =
      a.noise().scaled(log2_magnitude(k)) + b.noise().scaled(log2_magnitude(l));
  require_decryptable(noise, subtracts ? "a difference" : "a sum");
  const std::uint64_t factor = t.multiply(t.reduce_signed(k), a.scale_factor());
  make_room(out, context, context->level(a.level()));  // operands have room and are not replaced
  combine(out, k, a, subtracts ? -l : l, b);
  out.set(factor, noise);
}

}  // namespace

void Evaluator::add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const {
  sum(context_, out, a, b, false);
}

void Evaluator::sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const {
  sum(context_, out, a, b, true);
}

Ciphertext Evaluator::add(const Ciphertext& a, const Ciphertext& b) const {
  auto out = empty_result<Ciphertext>(context_);
  add(out, a, b);
  return out;
}

Ciphertext Evaluator::sub(const Ciphertext& a, const Ciphertext& b) const {
  auto out = empty_result<Ciphertext>(context_);
  sub(out, a, b);
  return out;
}

void Evaluator::negate(Ciphertext& out, const Ciphertext& a) const {
  require_context(a.context(), context_, "an operand");
  make_room(out, context_, context_->level(a.level()));
  for (std::size_t i = 0; i < 2; ++i) out.part(i) = -a.part(i);
  out.set(a.scale_factor(), a.noise());
}

Ciphertext Evaluator::negate(const Ciphertext& a) const {
  auto out = empty_result<Ciphertext>(context_);
  negate(out, a);
  return out;
}

template <class Form>
void Evaluator::add(Product<Form>& out, const Product<Form>& a, const Product<Form>& b) const {
  sum(context_, out, a, b, false);
}

template <class Form>
void Evaluator::sub(Product<Form>& out, const Product<Form>& a, const Product<Form>& b) const {
  sum(context_, out, a, b, true);
}

template <class Form>
Product<Form> Evaluator::add(const Product<Form>& a, const Product<Form>& b) const {
  auto out = empty_result<Product<Form>>(context_);
  add(out, a, b);
  return out;
}

template <class Form>
Product<Form> Evaluator::sub(const Product<Form>& a, const Product<Form>& b) const {
  auto out = empty_result<Product<Form>>(context_);
  sub(out, a, b);
  return out;
}

#define LATH_SUMS_OF_PRODUCTS(Form)                                                               \
  template void Evaluator::add(Product<Form>&, const Product<Form>&, const Product<Form>&) const; \
  template void Evaluator::sub(Product<Form>&, const Product<Form>&, const Product<Form>&) const; \
  template Product<Form> Evaluator::add(const Product<Form>&, const Product<Form>&) const;        \
  template Product<Form> Evaluator::sub(const Product<Form>&, const Product<Form>&) const
LATH_SUMS_OF_PRODUCTS(Coeff);
LATH_SUMS_OF_PRODUCTS(Eval);
#undef LATH_SUMS_OF_PRODUCTS

}  // namespace lath::he
