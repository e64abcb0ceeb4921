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
#include "he/evaluator/integer_multiples.hpp"
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

using Values = Poly<DynamicRing, Eval>;

void declassify_words(Values& a) {
  for (std::size_t i = 0; i < a.ring().limbs(); ++i) {
    ct::declassify(a.limb(i).data(), a.limb(i).size_bytes());
  }
}

// A level of the chain that a plaintext is over.
const KeyLevel& level_of(const std::shared_ptr<const PlaintextTables>& tables, std::size_t level) {
  const KeyTables& keys = *require_operand(tables, "a plaintext").keys();
  if (level != 0 && level <= keys.levels.size()) return keys.level(level);
  throw Error(ErrorCode::invalid_argument, "level " + std::to_string(level),
              "need 1 to " + std::to_string(keys.levels.size()), "take one of those levels");
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
                                    const EvaluatorWorkspace* switching) {
  require_terms(a.size(), b.size());
  std::size_t lowest = a[0].level();
  KeyId key_id;
  for (std::size_t i = 0; i < a.size(); ++i) {
    require_context(Access::context(a[i]), context, "a ciphertext");
    require_plain_factor(b[i], *context);
    key_id = require_one_key("a ciphertext", a[i].key_id(), key_id);
    lowest = level_with(b[i], common_level(lowest, a[i].level(), switching), switching);
  }
  ScaleAndNoise sum = scaled_at(*context, a[0], lowest);
  sum.noise = sum.noise.scaled(b[0].log2_norm());
  for (std::size_t i = 1; i < a.size(); ++i) {
    const ScaleAndNoise term = scaled_at(*context, a[i], lowest);
    require_scale_factor(i, term.factor, sum.factor);
    sum.noise = sum.noise + term.noise.scaled(b[i].log2_norm());
  }
  require_decryptable(sum.noise, "a product with a plaintext");
  return {lowest, sum.factor, sum.noise, key_id};
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
      const std::array<ConstRows, 3> in{factor[part], rows_of(b[i].values()).only(q), sum[part]};
      context->keys->engine->apply(i == 0 ? Operation::multiply : Operation::multiply_add,
                                   sum[part], std::span(in).first(i == 0 ? 2 : 3));
    }
  }
  for (std::size_t part = 0; part < 2; ++part) declassify_words(Access::part(out, part));
  Access::set(out, result.factor, result.noise, result.key_id);
}

}  // namespace

PlainFactor::PlainFactor(const Plaintext& plaintext, std::size_t level)
    : PlainFactor(plaintext.tables(), plaintext, level) {}

PlainFactor::PlainFactor(std::shared_ptr<const PlaintextTables> tables, const Plaintext& plaintext,
                         std::size_t level)
    : tables_(std::move(tables)), values_(level_of(tables_, level).ring), log2_norm_(0) {
  // The bound depends on the plaintext, and everybody sees it.
  log2_norm_ = tables_->log2_norm(plaintext.words());
  auto memory = Buffer<std::uint64_t, Secret>::for_overwrite(tables_->lift_words());
  const Rows rows = rows_of(values_);
  tables_->lift(rows, plaintext.words(), 1, memory.span());
  tables_->keys()->engine->forward(rows, rows);
}

void SchemeSession::combine(Ciphertext& out, const Ciphertext& a, const Plaintext& b, Sign sign) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a ciphertext");
  require_plaintext(b, *context->plaintexts);
  const NoiseBound noise = noise_with_message(*context, a, sign == Sign::minus);
  const KeyLevel& level = context->level(a.level());
  make_room(out, context, a.level());
  const Rows m = session->workspace.rows(0).only(level.q);
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural k = plaintexts.product(context->message_factor(a.level()), a.scale_factor());
  const Workspace& words = session->workspace.words();
  plaintexts.lift(m, b.words(), k, {words.data(), words.size()});
  context->keys->engine->forward(m, m);
  const std::array<ConstRows, 2> in{m, rows_of(Access::part(a, 0))};
  context->keys->engine->apply(
      sign == Sign::minus ? Operation::subtract_scaled : Operation::scale_add,
      rows_of(Access::part(out, 0)), in, context->message_scalar.scalars().first(a.level()));
  declassify_words(Access::part(out, 0));
  copy_words(Access::part(out, 1), Access::part(a, 1));
  Access::set(out, a.scale_factor(), noise, a.key_id());
}

void SchemeSession::combine(Ciphertext& out, const Ciphertext& a, std::int64_t b, Sign sign) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a ciphertext");
  const NoiseBound noise = noise_with_message(*context, a, sign == Sign::minus);
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural factor = plaintexts.product(context->message_factor(a.level()), a.scale_factor());
  const Natural message = plaintexts.product(plaintexts.integer(b), factor);
  make_room(out, context, a.level());
  for (std::size_t i = 0; i < a.level(); ++i) {
    const Modulus& q = Access::part(out, 0).ring().modulus(i);
    const std::uint64_t m =
        q.multiply(plaintexts.integer_residue(message, q), context->message_scalar.residue(i));
    const std::uint64_t summand = sign == Sign::minus ? q.negate(m) : m;
    std::ranges::transform(Access::part(a, 0).limb(i), Access::part(out, 0).limb(i).begin(),
                           [&](std::uint64_t x) { return q.add(x, summand); });
  }
  copy_words(Access::part(out, 1), Access::part(a, 1));
  Access::set(out, a.scale_factor(), noise, a.key_id());
}

void SchemeSession::scale(Ciphertext& out, const Ciphertext& a, const PlainFactor& b) {
  dot_plain(out, {&a, 1}, {&b, 1});
}

void SchemeSession::scale(Ciphertext& out, const Ciphertext& a, const Plaintext& b) {
  {
    const SessionUse session(state());
    require_context(Access::context(a), session->context, "a ciphertext");
    require_plaintext(b, *session->context->plaintexts);
  }
  scale(out, a, PlainFactor(Access::context(a)->plaintexts, b, a.level()));
}

void SchemeSession::scale(Ciphertext& out, const Ciphertext& a, std::int64_t b) {
  const SessionUse session(state());
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a ciphertext");
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural factor = plaintexts.integer(b);
  const NoiseBound noise = a.noise().scaled(plaintexts.log2_magnitude(factor));
  require_decryptable(noise, "a product with an integer");
  make_room(out, context, a.level());
  const auto residue = [&](const Modulus& q) { return plaintexts.integer_residue(factor, q); };
  for (std::size_t i = 0; i < 2; ++i) {
    integer_multiple(context->level(a.level()).ring, rows_of(Access::part(out, i)), residue,
                     rows_of(Access::part(a, i)));
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
