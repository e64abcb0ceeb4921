// SPDX-License-Identifier: Apache-2.0
//
// Sums of ciphertexts and of products.
#include <array>

#include "he/evaluator/integer_multiples.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/he/evaluator.hpp"

namespace lath::he {
namespace {

// k a + l b, or k a - l b.
void combine(const Context& context, std::size_t level, const Rows& out, const Multipliers& by,
             const ConstRows& a, const ConstRows& b, bool subtracts) {
  if (by.a == 1 && by.b == 1) {
    const std::array<ConstRows, 2> in{a, b};
    context.keys->engine->apply(subtracts ? Operation::subtract : Operation::add, out, in);
    return;
  }
  const DynamicRing& ring = context.level(level).ring;
  const auto k = [&](const Modulus& q) { return context.plaintexts->integer_residue(by.a, q); };
  const auto l = [&](const Modulus& q) {
    const std::uint64_t residue = context.plaintexts->integer_residue(by.b, q);
    return subtracts ? q.negate(residue) : residue;
  };
  if (out.base == b.base) {
    integer_multiple(ring, out, l, b);
    add_integer_multiple(ring, out, k, a);
  } else {
    integer_multiple(ring, out, k, a);
    add_integer_multiple(ring, out, l, b);
  }
}

// a + b or a - b.
template <class Operand>
void sum(const std::shared_ptr<const Context>& context, Operand& out, const Operand& a,
         const Operand& b, bool subtracts, EvaluatorWorkspace* switching) {
  require_context(a.context(), context, "an operand");
  require_context(b.context(), context, "an operand");
  const KeyId key_id = require_one_key("an operand", b.key_id(), a.key_id());
  const PlaintextTables& plaintexts = *context->plaintexts;
  const std::size_t level = common_level(a.level(), b.level(), switching);
  const ScaleAndNoise x = scaled_at(*context, a, level), y = scaled_at(*context, b, level);
  const Multipliers by = plaintexts.multipliers_for_sum(x, y);
  const NoiseBound noise = x.noise.scaled(plaintexts.log2_magnitude(by.a)) +
                           y.noise.scaled(plaintexts.log2_magnitude(by.b));
  require_decryptable(noise, subtracts ? "a difference" : "a sum");
  // At most one of both is switched. That is done before an operand in `out` loses its memory.
  const auto a_rows = rows_at(*context, a, level, switching, 0);
  const auto b_rows = rows_at(*context, b, level, switching, 0);
  make_room(out, context, level);
  const auto sum_rows = rows_of_parts(out);
  for (std::size_t i = 0; i < sum_rows.size(); ++i) {
    combine(*context, level, sum_rows[i], by, a_rows[i], b_rows[i], subtracts);
  }
  out.set(plaintexts.product(by.a, x.factor), noise, key_id);
}

template <class Operand>
Operand new_sum(const std::shared_ptr<const Context>& context, const Operand& a, const Operand& b,
                bool subtracts, EvaluatorWorkspace* switching) {
  auto out = empty_result<Operand>(context);
  sum(context, out, a, b, subtracts, switching);
  return out;
}

}  // namespace

void Evaluator::add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const {
  sum(context_, out, a, b, false, nullptr);
}

void Evaluator::sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b) const {
  sum(context_, out, a, b, true, nullptr);
}

Ciphertext Evaluator::add(const Ciphertext& a, const Ciphertext& b) const {
  return new_sum(context_, a, b, false, nullptr);
}

Ciphertext Evaluator::sub(const Ciphertext& a, const Ciphertext& b) const {
  return new_sum(context_, a, b, true, nullptr);
}

void Evaluator::add(Ciphertext& out, const Ciphertext& a, const Ciphertext& b,
                    EvaluatorWorkspace& workspace) const {
  sum(context_, out, a, b, false, switching(workspace));
}

void Evaluator::sub(Ciphertext& out, const Ciphertext& a, const Ciphertext& b,
                    EvaluatorWorkspace& workspace) const {
  sum(context_, out, a, b, true, switching(workspace));
}

Ciphertext Evaluator::add(const Ciphertext& a, const Ciphertext& b,
                          EvaluatorWorkspace& workspace) const {
  return new_sum(context_, a, b, false, switching(workspace));
}

Ciphertext Evaluator::sub(const Ciphertext& a, const Ciphertext& b,
                          EvaluatorWorkspace& workspace) const {
  return new_sum(context_, a, b, true, switching(workspace));
}

void Evaluator::negate(Ciphertext& out, const Ciphertext& a) const {
  require_context(a.context(), context_, "an operand");
  make_room(out, context_, a.level());
  for (std::size_t i = 0; i < 2; ++i) out.part(i) = -a.part(i);
  out.set(a.scale_factor(), a.noise(), a.key_id());
}

Ciphertext Evaluator::negate(const Ciphertext& a) const {
  auto out = empty_result<Ciphertext>(context_);
  negate(out, a);
  return out;
}

template <class Form>
void Evaluator::add(Product<Form>& out, const Product<Form>& a, const Product<Form>& b) const {
  sum(context_, out, a, b, false, nullptr);
}

template <class Form>
void Evaluator::sub(Product<Form>& out, const Product<Form>& a, const Product<Form>& b) const {
  sum(context_, out, a, b, true, nullptr);
}

template <class Form>
Product<Form> Evaluator::add(const Product<Form>& a, const Product<Form>& b) const {
  return new_sum(context_, a, b, false, nullptr);
}

template <class Form>
Product<Form> Evaluator::sub(const Product<Form>& a, const Product<Form>& b) const {
  return new_sum(context_, a, b, true, nullptr);
}

template <class Form>
void Evaluator::add(Product<Form>& out, const Product<Form>& a, const Product<Form>& b,
                    EvaluatorWorkspace& workspace) const {
  sum(context_, out, a, b, false, switching(workspace));
}

template <class Form>
void Evaluator::sub(Product<Form>& out, const Product<Form>& a, const Product<Form>& b,
                    EvaluatorWorkspace& workspace) const {
  sum(context_, out, a, b, true, switching(workspace));
}

template <class Form>
Product<Form> Evaluator::add(const Product<Form>& a, const Product<Form>& b,
                             EvaluatorWorkspace& workspace) const {
  return new_sum(context_, a, b, false, switching(workspace));
}

template <class Form>
Product<Form> Evaluator::sub(const Product<Form>& a, const Product<Form>& b,
                             EvaluatorWorkspace& workspace) const {
  return new_sum(context_, a, b, true, switching(workspace));
}

#define LATH_SUMS_OF_PRODUCTS(Form)                                                               \
  template void Evaluator::add(Product<Form>&, const Product<Form>&, const Product<Form>&) const; \
  template void Evaluator::sub(Product<Form>&, const Product<Form>&, const Product<Form>&) const; \
  template void Evaluator::add(Product<Form>&, const Product<Form>&, const Product<Form>&,        \
                               EvaluatorWorkspace&) const;                                        \
  template void Evaluator::sub(Product<Form>&, const Product<Form>&, const Product<Form>&,        \
                               EvaluatorWorkspace&) const;                                        \
  template Product<Form> Evaluator::add(const Product<Form>&, const Product<Form>&) const;        \
  template Product<Form> Evaluator::sub(const Product<Form>&, const Product<Form>&) const;        \
  template Product<Form> Evaluator::add(const Product<Form>&, const Product<Form>&,               \
                                        EvaluatorWorkspace&) const;                               \
  template Product<Form> Evaluator::sub(const Product<Form>&, const Product<Form>&,               \
                                        EvaluatorWorkspace&) const
LATH_SUMS_OF_PRODUCTS(Coeff);
LATH_SUMS_OF_PRODUCTS(Eval);
#undef LATH_SUMS_OF_PRODUCTS

}  // namespace lath::he
