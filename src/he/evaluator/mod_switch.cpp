// SPDX-License-Identifier: Apache-2.0
//
// Divisions by the last primes of a level. What is divided is a multiple of the error factor after
// it, so that a plaintext in the lowest digits keeps its residue: f round((c/f) / q), where c/f is
// modulo Q.
#include <array>
#include <string>

#include "he/context.hpp"
#include "he/noise/noise_formulas.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/evaluator.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

void require_lower(std::size_t to, std::size_t level) {
  if (to != 0 && to <= level) return;
  throw Error(ErrorCode::invalid_argument, "level " + std::to_string(to),
              "need 1 to " + std::to_string(level) + ", the level of the ciphertext",
              "levels only fall: encrypt again for a higher one");
}

// Divides values by the last prime of a level. Uses the workspace's first two rows.
void drop_last(const Context& context, const Level& from, const Rows& out, ConstRows part,
               EvaluatorWorkspace& workspace, Eval /*form*/) {
  Engine& engine = *context.engine;
  if (context.error_factor != 1) {
    const std::array<ConstRows, 1> in{part};
    const Rows quotient = workspace.rows(0).only(from.q);
    engine.apply(Operation::scale, quotient, in,
                 context.inverse_error_factor.scalars().first(from.q.size()));
    part = quotient;
  }
  const Rows last = workspace.rows(1).only(from.q - out.limbs);
  engine.inverse(last, part.only(last.limbs));
  engine.divide(out,
                {.acc = part.only(out.limbs),
                 .in = last,
                 .map = &from.drop_last,
                 .w = from.factor_over_last.scalars()},
                workspace.words());
}

// The same for coefficients.
void drop_last(const Context& context, const Level& from, const Rows& out, const ConstRows& part,
               EvaluatorWorkspace& workspace, Coeff /*form*/) {
  Engine& engine = *context.engine;
  const Rows remainder = workspace.rows(0).only(out.limbs);
  engine.convert(remainder, part.only(from.q - out.limbs), {}, from.drop_last, workspace.words());
  const std::array<ConstRows, 2> in{part.only(out.limbs), remainder};
  engine.apply(Operation::scale_difference, out, in, from.factor_over_last.scalars());
}

template <class Operand, class Form>
void lower(const std::shared_ptr<const Context>& context, Operand& out, const Operand& a,
           std::size_t to, std::size_t parts, EvaluatorWorkspace& workspace, Form form) {
  require_context(a.context(), context, "a ciphertext");
  require_context(workspace.context(), context, "a workspace");
  require_apart(&out, &a);
  require_lower(to, a.level());
  if (to == a.level()) {
    copy_operand(out, context, a);
    return;
  }
  NoiseBound noise = a.noise();
  std::uint64_t factor = a.scale_factor();
  for (std::size_t l = a.level(); l > to; --l) {
    noise = lowered_noise(*context, context->level(l - 1), noise, parts);
    factor = context->t.multiply(factor, context->level(l).scale_of_drop);
  }
  require_decryptable(noise, "a ciphertext of a lower level");
  make_room(out, context, context->level(to));
  for (std::size_t i = 0; i < parts; ++i) {
    ConstRows part = rows_of(a.part(i));
    for (std::size_t l = a.level(); l > to; --l) {
      const LimbSet& limbs = context->level(l - 1).q;
      const Rows lowered = l - 1 == to ? rows_of(out.part(i)) : workspace.rows(2).only(limbs);
      drop_last(*context, context->level(l), lowered, part, workspace, form);
      part = lowered;
    }
  }
  out.set(factor, noise);
}

}  // namespace

void Evaluator::mod_switch(Ciphertext& out, const Ciphertext& a, std::size_t to,
                           EvaluatorWorkspace& workspace) const {
  lower(context_, out, a, to, 2, workspace, Eval());
}

Ciphertext Evaluator::mod_switch(const Ciphertext& a, std::size_t to,
                                 EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  mod_switch(out, a, to, workspace);
  return out;
}

template <class Form>
void Evaluator::mod_switch(Product<Form>& out, const Product<Form>& a, std::size_t to,
                           EvaluatorWorkspace& workspace) const {
  lower(context_, out, a, to, 3, workspace, Form());
}

template <class Form>
Product<Form> Evaluator::mod_switch(const Product<Form>& a, std::size_t to,
                                    EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Product<Form>>(context_);
  mod_switch(out, a, to, workspace);
  return out;
}

template void Evaluator::mod_switch(Product<Coeff>&, const Product<Coeff>&, std::size_t,
                                    EvaluatorWorkspace&) const;
template void Evaluator::mod_switch(Product<Eval>&, const Product<Eval>&, std::size_t,
                                    EvaluatorWorkspace&) const;
template Product<Coeff> Evaluator::mod_switch(const Product<Coeff>&, std::size_t,
                                              EvaluatorWorkspace&) const;
template Product<Eval> Evaluator::mod_switch(const Product<Eval>&, std::size_t,
                                             EvaluatorWorkspace&) const;

}  // namespace lath::he
