// SPDX-License-Identifier: Apache-2.0
//
// Sums and products of ciphertexts with plaintexts and integers. Whoever shows the result of a sum
// or a product with a plaintext shows the evaluator's work, so results are public.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/evaluator/dot_product.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {
namespace {

// A level of the chain that a plaintext is over.
const KeyLevel& level_of(const std::shared_ptr<const PlaintextTables>& tables, std::size_t level) {
  const KeyTables& keys = *tables->keys();
  if (level != 0 && level <= keys.levels.size()) return keys.level(level);
  throw Error(ErrorCode::invalid_argument, "level " + std::to_string(level),
              "need 1 to " + std::to_string(keys.levels.size()), "take one of those levels");
}

RowBuffer rows_of_level(const std::shared_ptr<const PlaintextTables>& tables, std::size_t level) {
  const LimbSet& q = level_of(tables, level).q;
  return tables->keys()->engine->make_rows(q);
}

// The noise after a sum or difference with a plaintext. Throws unless it can be decrypted.
NoiseBound noise_with_message(const Context& context, const Ciphertext& a, bool subtracts) {
  const NoiseBound noise = a.noise().plus(context.noise.message(a.level()));
  require_decryptable(noise, subtracts ? "a difference" : "a sum");
  return noise;
}

// Throws mismatch unless a prepared plaintext is over the chain of these parameters, modulo their
// t.
void require_plain_factor(const PlainFactor& factor, const Context& needed) {
  const PlaintextTables& tables = require_operand(factor.tables(), "a plaintext");
  if (&tables == needed.plaintexts.get()) return;
  require_keys(tables.keys(), needed.keys, "a plaintext");
  require_plaintexts(tables, *needed.plaintexts);
}

// The level of a product with a plaintext.
std::size_t level_with(const PlainFactor& factor, std::size_t level,
                       const EvaluatorWorkspace* switching) {
  if (factor.level() >= level) return level;
  if (switching != nullptr) return factor.level();
  throw Error(ErrorCode::mismatch,
              "a plaintext prepared for level " + std::to_string(factor.level()) +
                  " and a ciphertext of level " + std::to_string(level),
              "need one that serves at least the level of the ciphertext",
              "prepare it for a higher level, or let an evaluator with automatic_levels switch the "
              "ciphertext");
}

// Checks the terms of a sum of products with prepared plaintexts, and finds its level and noise.
SumOfProducts sum_of_plain_products(const std::shared_ptr<const Context>& context,
                                    std::span<const Ciphertext> a, std::span<const PlainFactor> b,
                                    EvaluatorWorkspace* switching) {
  require_terms(a.size(), b.size());
  std::size_t lowest = a[0].level(), highest = lowest;
  KeyId key_id;
  for (std::size_t i = 0; i < a.size(); ++i) {
    require_context(Access::context(a[i]), context, "a ciphertext");
    require_plain_factor(b[i], *context);
    key_id = require_one_key("a ciphertext", a[i].key_id(), key_id);
    lowest = level_with(b[i], common_level(lowest, a[i].level(), switching), switching);
    highest = std::max(highest, a[i].level());
  }
  ScaleAndNoise sum = scaled_at(*context, a[0], lowest);
  sum.noise = sum.noise.scaled(b[0].log2_norm());
  for (std::size_t i = 1; i < a.size(); ++i) {
    const ScaleAndNoise term = scaled_at(*context, a[i], lowest);
    require_scale_factor(i, term.factor, sum.factor);
    sum.noise = sum.noise + term.noise.scaled(b[i].log2_norm());
  }
  require_decryptable(sum.noise, "a product with a plaintext");
  reserve_switches(*context, highest, lowest, 2, switching);
  return {lowest, sum.factor, sum.noise, key_id};
}

// Writes the values of [k m] modulo t, next to zero, with as many words as lift() needs.
void lift_values(const PlaintextTables& plaintexts, const Rows& out, const Plaintext& m,
                 const Natural& k, std::span<std::uint64_t> memory) {
  Engine& engine = *plaintexts.keys()->engine;
  const RowsToWrite coefficients(engine, out);
  plaintexts.lift(coefficients.rows(), m.words(), k, memory);
  coefficients.store();
  engine.forward(out, out);
}

// The sum of the products a[i] b[i].
void dot(SessionState& session, Ciphertext& out, std::span<const Ciphertext> a,
         std::span<const PlainFactor> b) {
  const std::shared_ptr<const Context>& context = session.context;
  EvaluatorWorkspace* const switching = session.switching();
  const SumOfProducts result = sum_of_plain_products(context, a, b, switching);
  // All but the first are read after `out` was written.
  for (std::size_t i = 1; i < a.size(); ++i) require_apart(&out, &a[i]);
  const LimbSet& q = context->level(result.level).q;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto factor = rows_at(*context, a[i], result.level, switching, 0);
    if (i == 0) make_room(out, context, result.level);
    const auto sum = rows_of_parts(out);
    for (std::size_t part = 0; part < 2; ++part) {
      const std::array<ConstRows, 3> in{factor[part], b[i].values().only(q), sum[part]};
      context->keys->engine->apply(i == 0 ? Operation::multiply : Operation::multiply_add,
                                   sum[part], std::span(in).first(i == 0 ? 2 : 3));
    }
  }
  for (const Rows& part : rows_of_parts(out)) declassify_rows(*context, part);
  Access::set(out, result.factor, result.noise, result.key_id);
}

// The sum or the difference of a ciphertext and a plaintext.
void add_message(SessionState& session, Ciphertext& out, const Ciphertext& a, const Plaintext& b,
                 bool subtracts) {
  const std::shared_ptr<const Context>& context = session.context;
  const NoiseBound noise = noise_with_message(*context, a, subtracts);
  const LimbSet& q = context->level(a.level()).q;
  session.workspace.reserve(SessionWork::plaintext, q);
  make_room(out, context, a.level());
  const Rows m = session.workspace.rows(0).only(q);
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural k = plaintexts.product(context->message_factor(a.level()), a.scale_factor());
  lift_values(plaintexts, m, b, k, session.workspace.program_words());
  const Rows sum = Access::part(out, 0).rows();
  if (subtracts) {
    context->message_scalar.subtract_multiple(*context->keys->engine, sum, m, a.part(0));
  } else {
    context->message_scalar.multiply_add(*context->keys->engine, sum, m, a.part(0));
  }
  declassify_rows(*context, sum);
  Access::part(out, 1) = Access::part(a, 1);
  Access::set(out, a.scale_factor(), noise, a.key_id());
}

Plaintext constant_of(const std::shared_ptr<const Context>& context, const Natural& integer) {
  Buffer<std::uint64_t, Secret> words(context->plaintexts->plaintext_words());
  context->plaintexts->write_constant(words.span(), integer);
  return {context->plaintexts, std::move(words)};
}

}  // namespace

// The bound depends on the plaintext, and everybody sees it.
PlainFactor::PlainFactor(const Plaintext& plaintext, std::size_t level)
    : PlainFactor(plaintext.tables(), plaintext, level,
                  require_operand(plaintext.tables(), "a plaintext").log2_norm(plaintext.words())) {
}

PlainFactor::PlainFactor(std::shared_ptr<const PlaintextTables> tables, const Plaintext& plaintext,
                         std::size_t level, double log2_norm)
    : tables_(std::move(tables)), values_(rows_of_level(tables_, level)), log2_norm_(log2_norm) {
  auto memory = Buffer<std::uint64_t, Secret>::for_overwrite(tables_->lift_words());
  lift_values(*tables_, values_.rows(), plaintext, 1, memory.span());
}

PlainFactor PlainFactor::with_common_bound(const SchemeParameters& parameters,
                                           const Plaintext& plaintext, std::size_t level) {
  const Context& context = *parameters.context();
  require_plaintext(plaintext, *context.plaintexts);
  return {context.plaintexts, plaintext, level, context.noise.log2_largest_plaintext()};
}

void PlainFactor::replace_with_common_bound(const SchemeParameters& parameters,
                                            const Plaintext& plaintext) {
  const Context& context = *parameters.context();
  require_plaintext(plaintext, *context.plaintexts);
  if (values_.is_shared() || require_operand(tables_, "a plaintext").keys() != context.keys) {
    *this = with_common_bound(parameters, plaintext, level());
    return;
  }
  auto memory = Buffer<std::uint64_t, Secret>::for_overwrite(context.plaintexts->lift_words());
  tables_ = context.plaintexts;
  log2_norm_ = context.noise.log2_largest_plaintext();
  lift_values(*tables_, values_.rows(), plaintext, 1, memory.span());
}

void SchemeSession::combine(Ciphertext& out, const Ciphertext& a, const Plaintext& b, Sign sign) {
  const SessionUse session(state());
  require_context(Access::context(a), session->context, "a ciphertext");
  require_plaintext(b, *session->context->plaintexts);
  add_message(*session, out, a, b, sign == Sign::minus);
}

void SchemeSession::combine(Ciphertext& out, const Ciphertext& a, std::int64_t b, Sign sign) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a ciphertext");
  const NoiseBound noise = noise_with_message(*context, a, sign == Sign::minus);
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural factor = plaintexts.product(context->message_factor(a.level()), a.scale_factor());
  const Natural message = plaintexts.product(plaintexts.integer(b), factor);
  if (context->plaintexts->t().is_polynomial()) {
    add_message(*session, out, a, constant_of(context, plaintexts.integer(b)), sign == Sign::minus);
    return;
  }
  make_room(out, context, a.level());
  const std::span<std::uint64_t> summands = session->workspace.program_words().first(a.level());
  for (std::size_t i = 0; i < a.level(); ++i) {
    const Modulus& q = context->keys->chain.modulus(i);
    const std::uint64_t residue = plaintexts.integer_residue(message, q);
    const RingFactor& w = context->message_scalar;
    const std::uint64_t m = w.is_one() ? residue : q.multiply(residue, w.residue(i));
    summands[i] = sign == Sign::minus ? q.negate(m) : m;
  }
  context->keys->engine->add_constants(Access::part(out, 0).rows(), a.part(0), summands);
  Access::part(out, 1) = Access::part(a, 1);
  Access::set(out, a.scale_factor(), noise, a.key_id());
}

void SchemeSession::scale(Ciphertext& out, const Ciphertext& a, const PlainFactor& b) {
  dot_plain(out, {&a, 1}, {&b, 1});
}

void SchemeSession::scale(Ciphertext& out, const Ciphertext& a, const Plaintext& b) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a ciphertext");
  require_plaintext(b, *context->plaintexts);
  const NoiseBound noise = a.noise().scaled(context->plaintexts->log2_norm(b.words()));
  require_decryptable(noise, "a product with a plaintext");
  const LimbSet& q = context->level(a.level()).q;
  session->workspace.reserve(SessionWork::plaintext, q);
  make_room(out, context, a.level());
  const Rows factor = session->workspace.rows(0).only(q);
  lift_values(*context->plaintexts, factor, b, 1, session->workspace.program_words());
  for (std::size_t i = 0; i < 2; ++i) {
    const Rows product = Access::part(out, i).rows();
    const std::array<ConstRows, 2> in{a.part(i), factor};
    context->keys->engine->apply(Operation::multiply, product, in);
    declassify_rows(*context, product);
  }
  Access::set(out, a.scale_factor(), noise, a.key_id());
}

void SchemeSession::scale(Ciphertext& out, const Ciphertext& a, std::int64_t b) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a ciphertext");
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural factor = plaintexts.integer(b);
  if (!plaintexts.is_integer(factor)) {
    const PlainFactor polynomial(constant_of(context, factor), a.level());
    dot(*session, out, {&a, 1}, {&polynomial, 1});
    return;
  }
  const NoiseBound noise = a.noise().scaled(plaintexts.log2_magnitude(factor));
  require_decryptable(noise, "a product with an integer");
  make_room(out, context, a.level());
  const auto scalars = session->workspace.scalars(
      0, context->level(a.level()).ring,
      [&](const Modulus& q) { return plaintexts.integer_residue(factor, q); });
  for (std::size_t i = 0; i < 2; ++i) {
    const std::array<ConstRows, 1> in{a.part(i)};
    context->keys->engine->apply(Operation::scale, Access::part(out, i).rows(), in, scalars);
  }
  Access::set(out, a.scale_factor(), noise, a.key_id());
}

void SchemeSession::dot_plain(Ciphertext& out, std::span<const Ciphertext> a,
                              std::span<const PlainFactor> b) {
  dot(*SessionUse(state()), out, a, b);
}

Ciphertext SchemeSession::dot_plain(std::span<const Ciphertext> a, std::span<const PlainFactor> b) {
  return result<Ciphertext>([&](Ciphertext& out) { dot_plain(out, a, b); });
}

}  // namespace lath::he
