// SPDX-License-Identifier: Apache-2.0
//
// Sums of ciphertexts and of products.
#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "he/access.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"

namespace lath::he {
namespace {

// k a + b or a + l b, or a difference, where the other factor is a polynomial.
void combine_by_polynomial(const Context& context, const Rows& out, const Multipliers& by,
                           const ConstRows& a, const ConstRows& b, bool subtracts) {
  Engine& engine = *context.keys->engine;
  const bool first = !context.plaintexts->is_integer(by.a);
  const RingFactor factor = context.plaintexts->factor_of(first ? by.a : by.b, out.limbs);
  if (!subtracts) {
    factor.multiply_add(engine, out, first ? a : b, first ? b : a);
  } else if (first) {
    factor.multiply_subtract(engine, out, a, b);
  } else {
    factor.subtract_multiple(engine, out, b, a);
  }
}

// k a + l b, or k a - l b. A multiple comes first that may overwrite its operand.
void combine(SessionState& session, const Rows& out, const Multipliers& by, const ConstRows& a,
             const ConstRows& b, bool subtracts) {
  const Context& context = *session.context;
  Engine& engine = *context.keys->engine;
  if (by.a == 1 && by.b == 1) {
    const std::array<ConstRows, 2> in{a, b};
    engine.apply(subtracts ? Operation::subtract : Operation::add, out, in);
    return;
  }
  if (!context.plaintexts->is_integer(by.a) || !context.plaintexts->is_integer(by.b)) {
    combine_by_polynomial(context, out, by, a, b, subtracts);
    return;
  }
  const DynamicRing& ring = context.level(out.limbs.size()).ring;
  const auto k = session.workspace.scalars(
      0, ring, [&](const Modulus& q) { return context.plaintexts->integer_residue(by.a, q); });
  const auto l = session.workspace.scalars(1, ring, [&](const Modulus& q) {
    const std::uint64_t residue = context.plaintexts->integer_residue(by.b, q);
    return subtracts ? q.negate(residue) : residue;
  });
  const bool b_first = out.base == b.base;
  const std::array<ConstRows, 2> first{b_first ? b : a}, second{b_first ? a : b, out};
  engine.apply(Operation::scale, out, std::span(first).first(1), b_first ? l : k);
  engine.apply(Operation::scale_add, out, second, b_first ? k : l);
}

// k a or -k a.
void write_multiple(SessionState& session, const Rows& out, const Natural& k, const ConstRows& a,
                    bool negates) {
  const Context& context = *session.context;
  Engine& engine = *context.keys->engine;
  if (k == 1 && !negates) {
    engine.copy(out, a);
  } else if (context.plaintexts->is_integer(k)) {
    const auto factor =
        session.workspace.scalars(0, context.level(out.limbs.size()).ring, [&](const Modulus& q) {
          const std::uint64_t residue = context.plaintexts->integer_residue(k, q);
          return negates ? q.negate(residue) : residue;
        });
    engine.apply(Operation::scale, out, {&a, 1}, factor);
  } else {
    context.plaintexts->factor_of(k, out.limbs).multiply(engine, out, a);
    const ConstRows multiple = out;
    if (negates) engine.apply(Operation::negate, out, {&multiple, 1});
  }
}

// a + b or a - b.
template <class Operand>
void write_sum(SessionState& session, Operand& out, const Operand& a, const Operand& b,
               bool subtracts) {
  const std::shared_ptr<const Context>& context = session.context;
  EvaluatorWorkspace* const switching = session.switching();
  require_context(Access::context(a), context, "an operand");
  require_context(Access::context(b), context, "an operand");
  const KeyId key_id = require_one_key("an operand", b.key_id(), a.key_id());
  const std::size_t parts = std::max(a.parts(), b.parts());
  if (parts != out.parts() && (&out == &a || &out == &b)) {
    // The sum has more parts than the operand whose memory it gets.
    Operand sum = empty_result<Operand>(context);
    write_sum(session, sum, a, b, subtracts);
    out = std::move(sum);
    return;
  }
  const PlaintextTables& plaintexts = *context->plaintexts;
  const std::size_t level = common_level(a.level(), b.level(), switching);
  const ScaleAndNoise x = scaled_at(*context, a, level), y = scaled_at(*context, b, level);
  const Multipliers by = plaintexts.multipliers_for_sum(x, y);
  const NoiseBound noise = x.noise.scaled(plaintexts.log2_magnitude(by.a)) +
                           y.noise.scaled(plaintexts.log2_magnitude(by.b));
  require_decryptable(noise, subtracts ? "a difference" : "a sum");
  // At most one of both operands is switched. The switch comes before an operand in `out` loses its
  // memory.
  const auto a_rows = rows_at(*context, a, level, switching, 0);
  const auto b_rows = rows_at(*context, b, level, switching, 0);
  make_room(out, context, level, parts);
  const auto sum_rows = rows_of_parts(out);
  for (std::size_t i = 0; i < parts; ++i) {
    if (i >= b.parts()) {
      write_multiple(session, sum_rows[i], by.a, a_rows[i], false);
    } else if (i >= a.parts()) {
      write_multiple(session, sum_rows[i], by.b, b_rows[i], subtracts);
    } else {
      combine(session, sum_rows[i], by, a_rows[i], b_rows[i], subtracts);
    }
  }
  Access::set(out, plaintexts.product(by.a, x.factor), noise, key_id);
}

}  // namespace

void SchemeSession::sum(Ciphertext& out, const Ciphertext& a, const Ciphertext& b, Sign sign) {
  write_sum(*SessionUse(state()), out, a, b, sign == Sign::minus);
}

void SchemeSession::sum(Product<Coeff>& out, const Product<Coeff>& a, const Product<Coeff>& b,
                        Sign sign) {
  write_sum(*SessionUse(state()), out, a, b, sign == Sign::minus);
}

void SchemeSession::sum(Product<Eval>& out, const Product<Eval>& a, const Product<Eval>& b,
                        Sign sign) {
  write_sum(*SessionUse(state()), out, a, b, sign == Sign::minus);
}

}  // namespace lath::he
