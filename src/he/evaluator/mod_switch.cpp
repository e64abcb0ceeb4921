// SPDX-License-Identifier: Apache-2.0
//
// Divisions by the last primes of a level, several at a time. The quotient is a multiple of the
// error factor, so that a plaintext in the lowest digits keeps its residue: f round((c/f) / D) for
// the product D of these primes, which is (c - f [c/f])/D with [c/f] modulo D.
#include "he/evaluator/mod_switch.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "he/access.hpp"
#include "he/core/dropped_primes.hpp"
#include "he/evaluator/key_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"

namespace lath::he {
namespace {

void require_lower(std::size_t to, std::size_t level) {
  if (to != 0 && to <= level) return;
  throw Error(
      ErrorCode::invalid_argument, "level " + std::to_string(to),
      "need 1 to " + std::to_string(level) + ", the level of the ciphertext",
      to == 0 ? "take level 1, the lowest" : "levels only fall: encrypt again for a higher one");
}

// An integer error factor modulo the primes of a level; none where it is 1, or a polynomial.
std::span<const Scalar<std::uint64_t>> factors_of_errors(const Context& context,
                                                         std::size_t level) {
  if (context.error_factor.is_one() || context.error_factor.is_polynomial()) return {};
  return context.error_factor.scalars(context.level(level).q);
}

// Divides values by the primes of a level that `out` does not have, where the error factor is a
// polynomial f: f times the quotient of c/f. Uses the workspace's second row.
void drop_by_polynomial(const Context& context, std::size_t from, const Rows& out,
                        const ConstRows& part, EvaluatorWorkspace& workspace) {
  Engine& engine = *context.keys->engine;
  const Drop& drop = context.keys->drop(from, out.limbs.size());
  const Rows over_factor = workspace.rows(1).only(context.level(from).q);
  context.inverse_error_factor.multiply(engine, over_factor, part.only(over_factor.limbs));
  const Rows dropped = over_factor.only(over_factor.limbs - out.limbs);
  engine.inverse(dropped, dropped);
  engine.divide(out,
                {.acc = over_factor.only(out.limbs),
                 .in = dropped,
                 .map = &drop.map,
                 .w = drop.inverse.scalars()},
                workspace.words());
  context.error_factor.multiply(engine, out, out);
}

// Divides values by the primes of a level that `out` does not have. Uses the workspace's second
// row.
void drop_primes(const Context& context, std::size_t from, const Rows& out, const ConstRows& part,
                 EvaluatorWorkspace& workspace, Eval /*form*/) {
  if (context.error_factor.is_polynomial()) {
    drop_by_polynomial(context, from, out, part, workspace);
    return;
  }
  Engine& engine = *context.keys->engine;
  const std::size_t to = out.limbs.size();
  const Drop& drop = context.keys->drop(from, to);
  const Rows dropped = workspace.rows(1).only(context.level(from).q - out.limbs);
  engine.inverse(dropped, over_error_factor(context, part.only(dropped.limbs), 1, workspace));
  engine.divide(out,
                {.acc = part.only(out.limbs),
                 .in = dropped,
                 .map = &drop.map,
                 .w = drop.inverse.scalars(),
                 .v = factors_of_errors(context, to)},
                workspace.words());
}

// Divides a polynomial in coefficient form, which only BFV has, by the primes of a level that `out`
// does not have.
void drop_primes(const Context& context, std::size_t from, const Rows& out, const ConstRows& part,
                 EvaluatorWorkspace& workspace, Coeff /*form*/) {
  Engine& engine = *context.keys->engine;
  const Drop& drop = context.keys->drop(from, out.limbs.size());
  const Rows remainder = workspace.rows(0).only(out.limbs);
  engine.convert(remainder, part.only(context.level(from).q - out.limbs), {}, drop.map,
                 workspace.words());
  const std::array<ConstRows, 2> in{part.only(out.limbs), remainder};
  engine.apply(Operation::scale_difference, out, in, drop.inverse.scalars());
}

// Writes the words of an operand at the level of `out`, which is lower.
template <class Form>
void switch_words(const Context& context, std::span<const Rows> out, const CiphertextParts<Form>& a,
                  EvaluatorWorkspace& workspace) {
  const std::size_t to = out[0].limbs.size();
  for (std::size_t i = 0; i < out.size(); ++i) {
    ConstRows part = a.part(i);
    for (std::size_t l = a.level(), next; l > to; l = next) {
      next = next_level(l, to);
      const Rows lowered = next == to ? out[i] : workspace.rows(2).only(context.level(next).q);
      drop_primes(context, l, lowered, part, workspace, Form());
      part = lowered;
    }
  }
}

template <class Operand>
void switch_down(SessionState& session, Operand& out, const Operand& a, std::size_t to) {
  const std::shared_ptr<const Context>& context = session.context;
  require_context(Access::context(a), context, "a ciphertext");
  require_apart(&out, &a);
  require_lower(to, a.level());
  if (to == a.level()) {
    copy_operand(out, context, a);
    return;
  }
  const ScaleAndNoise result = scaled_at(*context, a, to);
  session.workspace.reserve(SessionWork::level_switch, context->level(a.level()).q);
  make_room(out, context, to, a.parts());
  const auto rows = rows_of_parts(out);
  switch_words(*context, std::span<const Rows>(rows.begin(), rows.size()), a, session.workspace);
  Access::set(out, result.factor, result.noise, a.key_id());
}

}  // namespace

std::size_t common_level(std::size_t a, std::size_t b, const EvaluatorWorkspace* switching) {
  if (a == b || switching != nullptr) return std::min(a, b);
  throw Error(ErrorCode::mismatch,
              "operands of levels " + std::to_string(a) + " and " + std::to_string(b),
              "need operands of one level",
              "bring the higher one down with mod_switch(), or let an evaluator with "
              "automatic_levels do it");
}

template <class Form>
ScaleAndNoise scaled_at(const Context& context, const CiphertextParts<Form>& a, std::size_t level) {
  ScaleAndNoise result{a.scale_factor(), a.noise()};
  if (a.level() == level) return result;
  // The tables of the switch are made before anything is written.
  for (std::size_t l = a.level(); l > level; l = next_level(l, level)) {
    static_cast<void>(context.keys->drop(l, next_level(l, level)));
  }
  result.noise = context.noise.lowered(a.level(), level, result.noise, a.parts());
  for (std::size_t l = a.level(); l > level; --l) {
    result.factor = context.plaintexts->product(result.factor, context.scale_of_drop(l));
  }
  require_decryptable(result.noise, "a ciphertext of a lower level");
  return result;
}

void reserve_switches(const Context& context, std::size_t highest, std::size_t level,
                      std::size_t parts, EvaluatorWorkspace* switching) {
  if (highest == level) return;
  const LimbSet& q = context.level(highest).q;
  switching->reserve(SessionWork::levels_meet, q);
  switching->reserve_operands(parts, q);
}

template <class Form>
EachPart<ConstRows> rows_at(const Context& context, const CiphertextParts<Form>& a,
                            std::size_t level, EvaluatorWorkspace* switching, std::size_t row) {
  if (a.level() == level) return rows_of_parts(a);
  reserve_switches(context, a.level(), level, a.parts(), switching);
  EachPart<Rows> lowered(a.parts());
  EachPart<ConstRows> result(a.parts());
  for (std::size_t i = 0; i < a.parts(); ++i) {
    lowered[i] = switching->operand(row + i).only(context.level(level).q);
    result[i] = lowered[i];
  }
  switch_words(context, lowered.span(), a, *switching);
  return result;
}

void SchemeSession::lower(Ciphertext& out, const Ciphertext& a, std::size_t to) {
  switch_down(*SessionUse(state()), out, a, to);
}

void SchemeSession::lower(Product<Coeff>& out, const Product<Coeff>& a, std::size_t to) {
  switch_down(*SessionUse(state()), out, a, to);
}

void SchemeSession::lower(Product<Eval>& out, const Product<Eval>& a, std::size_t to) {
  switch_down(*SessionUse(state()), out, a, to);
}

#define LATH_LEVELS_OF(Form)                                                                      \
  template ScaleAndNoise scaled_at(const Context&, const CiphertextParts<Form>&, std::size_t);    \
  template EachPart<ConstRows> rows_at(const Context&, const CiphertextParts<Form>&, std::size_t, \
                                       EvaluatorWorkspace*, std::size_t)
LATH_LEVELS_OF(Eval);
LATH_LEVELS_OF(Coeff);
#undef LATH_LEVELS_OF

}  // namespace lath::he
