// SPDX-License-Identifier: Apache-2.0
//
// What is computed with plaintexts and integers. Whoever shows the result of a sum or a product
// with a plaintext shows what the evaluator did, so results are public.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "he/evaluator/dot_product.hpp"
#include "he/evaluator/integer_multiples.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/he/evaluator.hpp"
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

// a + m or a - m.
void combine(const std::shared_ptr<const Context>& context, Ciphertext& out, const Ciphertext& a,
             const Plaintext& b, bool subtracts, EvaluatorWorkspace& workspace) {
  require_context(a.context(), context, "a ciphertext");
  require_plaintext(b, *context->plaintexts);
  require_context(workspace.context(), context, "a workspace");
  const KeyLevel& level = context->level(a.level());
  const NoiseBound noise = a.noise().plus(context->noise.message(a.level()));
  require_decryptable(noise, subtracts ? "a difference" : "a sum");
  make_room(out, context, a.level());
  const Rows m = workspace.rows(0).only(level.q);
  const PlaintextTables& plaintexts = *context->plaintexts;
  const Natural k = plaintexts.product(context->message_factor(a.level()), a.scale_factor());
  plaintexts.lift(m, b.words(), k, {workspace.words().data(), workspace.words().size()});
  context->keys->engine->forward(m, m);
  const std::array<ConstRows, 2> in{m, rows_of(a.part(0))};
  context->keys->engine->apply(subtracts ? Operation::subtract_scaled : Operation::scale_add,
                               rows_of(out.part(0)), in,
                               context->message_scalar.scalars().first(a.level()));
  declassify_words(out.part(0));
  copy_words(out.part(1), a.part(1));
  out.set(a.scale_factor(), noise, a.key_id());
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
              "ciphertext, in a workspace");
}

// What a sum of products with prepared plaintexts begins with.
SumOfProducts sum_of_plain_products(const std::shared_ptr<const Context>& context,
                                    std::span<const Ciphertext> a, std::span<const PlainFactor> b,
                                    const EvaluatorWorkspace* switching) {
  require_terms(a.size(), b.size());
  std::size_t lowest = a[0].level();
  KeyId key_id;
  for (std::size_t i = 0; i < a.size(); ++i) {
    require_context(a[i].context(), context, "a ciphertext");
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
void dot(const std::shared_ptr<const Context>& context, Ciphertext& out,
         std::span<const Ciphertext> a, std::span<const PlainFactor> b,
         EvaluatorWorkspace* switching) {
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
  for (std::size_t part = 0; part < 2; ++part) declassify_words(out.part(part));
  out.set(result.factor, result.noise, result.key_id);
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

void Evaluator::add_plain(Ciphertext& out, const Ciphertext& a, const Plaintext& b,
                          EvaluatorWorkspace& workspace) const {
  combine(context_, out, a, b, false, workspace);
}

void Evaluator::sub_plain(Ciphertext& out, const Ciphertext& a, const Plaintext& b,
                          EvaluatorWorkspace& workspace) const {
  combine(context_, out, a, b, true, workspace);
}

Ciphertext Evaluator::add_plain(const Ciphertext& a, const Plaintext& b,
                                EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  add_plain(out, a, b, workspace);
  return out;
}

Ciphertext Evaluator::sub_plain(const Ciphertext& a, const Plaintext& b,
                                EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  sub_plain(out, a, b, workspace);
  return out;
}

void Evaluator::dot_plain(Ciphertext& out, std::span<const Ciphertext> a,
                          std::span<const PlainFactor> b) const {
  dot(context_, out, a, b, nullptr);
}

void Evaluator::dot_plain(Ciphertext& out, std::span<const Ciphertext> a,
                          std::span<const PlainFactor> b, EvaluatorWorkspace& workspace) const {
  dot(context_, out, a, b, switching(workspace));
}

Ciphertext Evaluator::dot_plain(std::span<const Ciphertext> a,
                                std::span<const PlainFactor> b) const {
  auto out = empty_result<Ciphertext>(context_);
  dot_plain(out, a, b);
  return out;
}

Ciphertext Evaluator::dot_plain(std::span<const Ciphertext> a, std::span<const PlainFactor> b,
                                EvaluatorWorkspace& workspace) const {
  auto out = empty_result<Ciphertext>(context_);
  dot_plain(out, a, b, workspace);
  return out;
}

void Evaluator::multiply_plain(Ciphertext& out, const Ciphertext& a, const PlainFactor& b) const {
  dot_plain(out, {&a, 1}, {&b, 1});
}

void Evaluator::multiply_plain(Ciphertext& out, const Ciphertext& a, const PlainFactor& b,
                               EvaluatorWorkspace& workspace) const {
  dot_plain(out, {&a, 1}, {&b, 1}, workspace);
}

Ciphertext Evaluator::multiply_plain(const Ciphertext& a, const PlainFactor& b) const {
  return dot_plain({&a, 1}, {&b, 1});
}

Ciphertext Evaluator::multiply_plain(const Ciphertext& a, const PlainFactor& b,
                                     EvaluatorWorkspace& workspace) const {
  return dot_plain({&a, 1}, {&b, 1}, workspace);
}

Ciphertext Evaluator::multiply_plain(const Ciphertext& a, const Plaintext& b) const {
  require_context(a.context(), context_, "a ciphertext");
  require_plaintext(b, *context_->plaintexts);
  return multiply_plain(a, PlainFactor(context_->plaintexts, b, a.level()));
}

// A constant has the same value at all roots.
void Evaluator::add_integer(Ciphertext& out, const Ciphertext& a, std::int64_t k) const {
  require_context(a.context(), context_, "a ciphertext");
  const NoiseBound noise = a.noise().plus(context_->noise.message(a.level()));
  require_decryptable(noise, "a sum");
  const PlaintextTables& plaintexts = *context_->plaintexts;
  const Natural factor = plaintexts.product(context_->message_factor(a.level()), a.scale_factor());
  const Natural message = plaintexts.product(plaintexts.integer(k), factor);
  make_room(out, context_, a.level());
  for (std::size_t i = 0; i < a.level(); ++i) {
    const Modulus& q = out.part(0).ring().modulus(i);
    const std::uint64_t summand =
        q.multiply(plaintexts.integer_residue(message, q), context_->message_scalar.residue(i));
    std::ranges::transform(a.part(0).limb(i), out.part(0).limb(i).begin(),
                           [&](std::uint64_t x) { return q.add(x, summand); });
  }
  copy_words(out.part(1), a.part(1));
  out.set(a.scale_factor(), noise, a.key_id());
}

Ciphertext Evaluator::add_integer(const Ciphertext& a, std::int64_t k) const {
  auto out = empty_result<Ciphertext>(context_);
  add_integer(out, a, k);
  return out;
}

void Evaluator::multiply_integer(Ciphertext& out, const Ciphertext& a, std::int64_t k) const {
  require_context(a.context(), context_, "a ciphertext");
  const PlaintextTables& plaintexts = *context_->plaintexts;
  const Natural factor = plaintexts.integer(k);
  const NoiseBound noise = a.noise().scaled(plaintexts.log2_magnitude(factor));
  require_decryptable(noise, "a product with an integer");
  make_room(out, context_, a.level());
  const auto residue = [&](const Modulus& q) { return plaintexts.integer_residue(factor, q); };
  for (std::size_t i = 0; i < 2; ++i) {
    integer_multiple(context_->level(a.level()).ring, rows_of(out.part(i)), residue,
                     rows_of(a.part(i)));
  }
  out.set(a.scale_factor(), noise, a.key_id());
}

Ciphertext Evaluator::multiply_integer(const Ciphertext& a, std::int64_t k) const {
  auto out = empty_result<Ciphertext>(context_);
  multiply_integer(out, a, k);
  return out;
}

}  // namespace lath::he
