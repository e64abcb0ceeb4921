// SPDX-License-Identifier: Apache-2.0
//
// Substitutions and rotations: the second part is switched to the key's secret first, and then all
// is substituted, so that the digits do not depend on the substitution.
#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/evaluator/key_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/keys/galois_elements.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/rotations.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

// The result of an automorphism, or of several, before it is computed.
struct Substituted {
  NoiseBound noise;
  KeyId key_id;
};

// Throws unsupported unless an automorphism takes plaintexts to plaintexts.
void require_fixed(const Context& context, std::uint64_t g) {
  if (context.plaintexts->is_fixed_by(g)) return;
  throw Error(ErrorCode::unsupported,
              "x -> x^" + std::to_string(g) +
                  ", which does not leave the plaintext modulus t(x) as "
                  "it is",
              "need an exponent that is 1 modulo the index of t(x)",
              "take apply_galois() with an exponent that WideSlotEncoder has");
}

// Throws unless the operand belongs to the keys of `route` and the result can be decrypted.
Substituted substituted(const SessionState& session, const Ciphertext& a,
                        std::span<const GaloisKey> route) {
  Substituted result{a.noise(), a.key_id()};
  for (const GaloisKey& key : route) {
    require_fixed(*session.context, key.entry->automorphism.exponent());
    result.key_id = require_one_key("a set of Galois keys", key.set->id(), result.key_id);
    result.noise = session.context->noise.switched(a.level(), result.noise,
                                                   key.entry->key.log2_error_factor());
  }
  require_decryptable(result.noise, "a substituted ciphertext");
  session.context->keys->make_ready(a.level());
  return result;
}

// Writes the substituted ciphertext for the digits of its second part.
void write_substituted(SessionState& session, const std::array<Rows, 2>& out,
                       const ConstRows& first, std::span<const Digit> digits,
                       const GaloisKey& key) {
  const std::size_t level = first.limbs.size();
  const RowMap& map = session.context->keys->lower();
  switch_key(*session.context, level, digits, key.entry->key.prepared(),
             {{{out[0], &map, {}, first}, {out[1], &map, {}, {}}}}, &key.entry->automorphism,
             session.workspace);
}

// The rows after the automorphism i of a route: consecutive results take turns.
std::array<Rows, 2> rows_between(SessionState& session, const LimbSet& q, std::size_t i) {
  return {session.workspace.operand(i % 2 * 2).only(q),
          session.workspace.operand(i % 2 * 2 + 1).only(q)};
}

// Takes memory for a key switch and for the results between `steps` automorphisms.
void reserve_route(SessionState& session, const LimbSet& q, std::size_t steps) {
  session.workspace.reserve(SessionWork::key_switch, q);
  session.workspace.reserve_operands(std::min<std::size_t>(2 * (steps - 1), 4), q);
}

// Applies one automorphism after the other to a ciphertext in memory apart from `out`.
void write_substituted(SessionState& session, const std::array<Rows, 2>& out,
                       const std::array<ConstRows, 2>& a, std::span<const GaloisKey> route) {
  const std::size_t level = a[0].limbs.size();
  std::array<ConstRows, 2> from = a;
  for (std::size_t i = 0; i < route.size(); ++i) {
    const bool ends = i + 1 == route.size();
    const std::array<Rows, 2> to = ends ? out : rows_between(session, out[0].limbs, i);
    write_substituted(session, to, from[0],
                      digits_of_values(*session.context, level, from[1], session.workspace),
                      route[i]);
    std::ranges::copy(to, from.begin());
  }
}

// Only the units modulo powers of two are two rows.
void require_rows(const Context& context, const char* instead) {
  if (!context.keys->errors.powerful) return;
  throw Error(
      ErrorCode::unsupported,
      "rows and columns in the ring of the index " + std::to_string(context.keys->index.value()),
      "need x^n + 1 with a power of two n",
      std::string("call apply_galois() with the exponents that CyclotomicEncoder has: ") + instead);
}

void require_columns(std::size_t columns, std::size_t slots) {
  if (std::has_single_bit(columns) && columns <= slots) return;
  const std::string all = "sum_columns(" + std::to_string(slots) + ")";
  const std::string remedy = columns == 0 ? "give 1 for the ciphertext itself"
                             : columns < slots
                                 ? "sum " + std::to_string(std::bit_ceil(columns)) +
                                       " columns, where those that do not count hold zeros"
                                 : "a ciphertext has " + std::to_string(slots) +
                                       " slots: add the " + all + " of several ciphertexts";
  throw Error(ErrorCode::invalid_argument, "a sum of " + std::to_string(columns) + " columns",
              "need a power of two from 1 to " + std::to_string(slots), remedy);
}

std::vector<RowBuffer> make_digits(const Context& context, std::size_t count) {
  std::vector<RowBuffer> digits;
  digits.reserve(count);
  for (std::size_t d = 0; d < count; ++d) {
    digits.push_back(context.keys->engine->make_rows(context.keys->q | context.keys->p));
  }
  return digits;
}

// Applies the automorphisms of the session's route, whose product is not the identity.
void apply_route(SessionState& session, Ciphertext& out, const Ciphertext& a) {
  const Substituted result = substituted(session, a, session.route);
  reserve_route(session, session.context->level(a.level()).q, session.route.size());
  make_room(out, session.context, a.level());
  write_substituted(session, rows_of_parts(out), rows_of_parts(a), session.route);
  Access::set(out, a.scale_factor(), result.noise, result.key_id);
}

// The operand of an operation on rows of slots.
void require_operand(const SessionState& session, const Ciphertext& a, const char* instead) {
  require_context(Access::context(a), session.context, "a ciphertext");
  require_rows(*session.context, instead);
}

void move_rows(SessionState& session, Ciphertext& out, const Ciphertext& a, std::uint64_t g,
               const Substitution& use) {
  require_operand(session, a, "its rotation()");
  require_apart(&out, &a);
  if (g == 1) {
    copy_operand(out, session.context, a);
    return;
  }
  session.route.clear();
  session.append_route(session.route, g, use);
  apply_route(session, out, a);
}

}  // namespace

void SchemeSession::substitute(Ciphertext& out, const Ciphertext& a, std::uint64_t g) {
  const SessionUse session(state());
  require_context(Access::context(a), session->context, "a ciphertext");
  require_apart(&out, &a);
  session->route.assign(1, session->galois_key(g, {Substitution::Of::exponent}));
  apply_route(*session, out, a);
}

HoistedCiphertext SchemeSession::hoist(const Ciphertext& a) {
  const std::shared_ptr<const Context> context = SessionUse(state())->context;
  require_context(Access::context(a), context, "a ciphertext");
  HoistedCiphertext out =
      Access::hoisted(a, make_digits(*context, context->level(a.level()).digits));
  hoist(out, a);
  return out;
}

void SchemeSession::hoist(HoistedCiphertext& out, const Ciphertext& a) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  EvaluatorWorkspace& workspace = session->workspace;
  require_context(Access::context(a), context, "a ciphertext");
  const KeyTables& keys = *context->keys;
  const KeyLevel& level = keys.level(a.level());
  const std::size_t count = level.digits;
  keys.make_ready(a.level());
  workspace.reserve(SessionWork::key_switch, level.q);
  if (Access::context(Access::ciphertext(out)) != context || Access::digits(out).size() < count) {
    out = Access::hoisted(a, make_digits(*context, count));
  } else {
    copy_operand(Access::ciphertext(out), context, a);
  }
  Engine& engine = *keys.engine;
  const ConstRows values = over_error_factor(*context, a.part(1), 3, workspace);
  const Rows coefficients = workspace.rows(2).only(level.q);
  engine.inverse(coefficients, values);
  for (std::size_t d = 0; d < count; ++d) {
    const LimbSet own = keys.digit(a.level(), d), others = (level.q | keys.p) - own;
    const Rows raised = Access::digits(out)[d].only(others);
    engine.convert(raised, coefficients.only(own), {}, keys.raise(a.level(), d), workspace.words(),
                   (keys.q | keys.p) - own);
    engine.forward(raised, raised);
    engine.copy(Access::digits(out)[d].only(own), values.only(own));
  }
}

void SchemeSession::substitute(Ciphertext& out, const HoistedCiphertext& a, std::uint64_t g) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  const Ciphertext& ciphertext = Access::ciphertext(a);
  require_context(Access::context(ciphertext), context, "a ciphertext");
  session->route.assign(1, session->galois_key(g, {Substitution::Of::exponent}));
  const Substituted result = substituted(*session, ciphertext, session->route);
  const KeyLevel& level = context->level(a.level());
  const std::span<Digit> digits = session->workspace.digits().first(level.digits);
  for (std::size_t d = 0; d < digits.size(); ++d) {
    digits[d] = {.values = Access::digits(a)[d].only(level.q | context->keys->p)};
  }
  session->workspace.reserve(SessionWork::key_switch, level.q);
  make_room(out, context, a.level());
  write_substituted(*session, rows_of_parts(out), ciphertext.part(0), digits, session->route[0]);
  Access::set(out, ciphertext.scale_factor(), result.noise, result.key_id);
}

void SchemeSession::rotate_rows(Ciphertext& out, const Ciphertext& a, std::int64_t columns) {
  const SessionUse session(state());
  require_operand(*session, a, "its rotation()");
  move_rows(*session, out, a, row_rotation(session->context->degree(), columns),
            {Substitution::Of::rotation, columns});
}

Ciphertext SchemeSession::rotate_rows(const Ciphertext& a, std::int64_t columns) {
  return result<Ciphertext>([&](Ciphertext& out) { rotate_rows(out, a, columns); });
}

void SchemeSession::exchange_rows(Ciphertext& out, const Ciphertext& a) {
  const SessionUse session(state());
  require_operand(*session, a, "its rotation()");
  move_rows(*session, out, a, row_exchange(session->context->degree()),
            {Substitution::Of::exchange});
}

Ciphertext SchemeSession::exchange_rows(const Ciphertext& a) {
  return result<Ciphertext>([&](Ciphertext& out) { exchange_rows(out, a); });
}

// All is checked before the first word of `out` is written. The routes of all steps stand one after
// the other in the session's memory.
void SchemeSession::sum_columns(Ciphertext& out, const Ciphertext& a, std::size_t columns) {
  const SessionUse session(state());
  require_operand(*session, a, "total() of its algebra()");
  const Context& context = *session->context;
  require_columns(columns, context.degree());
  std::array<std::size_t, 64> ends{};  // of the routes of the steps
  std::size_t steps = 0;
  Substituted sum{a.noise(), a.key_id()};
  session->route.clear();
  for (std::size_t step = 1; step < columns; step *= 2, ++steps) {
    const bool exchanges = step == context.degree() / 2;
    const auto by = static_cast<std::int64_t>(step);
    const std::size_t begin = session->route.size();
    session->append_route(
        session->route,
        exchanges ? row_exchange(context.degree()) : row_rotation(context.degree(), by),
        {exchanges ? Substitution::Of::exchange : Substitution::Of::sum, by, columns});
    NoiseBound rotated = sum.noise;
    for (const GaloisKey& key : std::span(session->route).subspan(begin)) {
      sum.key_id = require_one_key("a set of Galois keys", key.set->id(), sum.key_id);
      rotated = context.noise.switched(a.level(), rotated, key.entry->key.log2_error_factor());
    }
    sum.noise = sum.noise + rotated;
    ends[steps] = session->route.size();
  }
  require_decryptable(sum.noise, "a sum of columns");
  context.keys->make_ready(a.level());
  const LimbSet& q = context.level(a.level()).q;
  session->workspace.reserve(SessionWork::key_switches, q);
  copy_operand(out, session->context, a);
  const std::array<Rows, 2> total = rows_of_parts(out);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < steps; begin = ends[i++]) {
    const auto route = std::span<const GaloisKey>(session->route).subspan(begin, ends[i] - begin);
    const std::array<Rows, 2> rotated = rows_between(*session, q, route.size() - 1);
    write_substituted(*session, rotated, {total[0], total[1]}, route);
    for (std::size_t part = 0; part < 2; ++part) {
      const std::array<ConstRows, 2> in{total[part], rotated[part]};
      context.keys->engine->apply(Operation::add, total[part], in);
    }
  }
  Access::set(out, out.scale_factor(), sum.noise, sum.key_id);
}

Ciphertext SchemeSession::sum_columns(const Ciphertext& a, std::size_t columns) {
  return result<Ciphertext>([&](Ciphertext& out) { sum_columns(out, a, columns); });
}

}  // namespace lath::he
