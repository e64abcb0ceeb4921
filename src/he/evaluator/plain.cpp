// SPDX-License-Identifier: Apache-2.0
//
// What is computed with plaintexts and integers. Whoever shows the result of a sum or a product
// with a plaintext shows what the evaluator did, so results are public.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "he/evaluator/dot_product.hpp"
#include "he/evaluator/integer_multiples.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/messages.hpp"
#include "he/noise/embedding.hpp"
#include "he/noise/noise_formulas.hpp"
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

// A level of the parameters that a plaintext has.
const Level& level_of(const std::shared_ptr<const Context>& of_plaintext, std::size_t level) {
  const Context& context = require_parameters(of_plaintext, "a plaintext");
  if (level != 0 && level <= context.levels.size()) return context.level(level);
  throw Error(ErrorCode::invalid_argument, "level " + std::to_string(level),
              "need 1 to " + std::to_string(context.levels.size()), "take one of those levels");
}

// a + m or a - m.
void combine(const std::shared_ptr<const Context>& context, Ciphertext& out, const Ciphertext& a,
             const Plaintext& b, bool subtracts, EvaluatorWorkspace& workspace) {
  require_context(a.context(), context, "a ciphertext");
  require_context(b.context(), context, "a plaintext");
  require_context(workspace.context(), context, "a workspace");
  const Level& level = context->level(a.level());
  const NoiseBound noise = a.noise().plus(message_noise(*context, level));
  require_decryptable(noise, subtracts ? "a difference" : "a sum");
  make_room(out, context, level);
  const Rows m = workspace.rows(0).only(level.q);
  const std::uint64_t k = context->t.multiply(level.message_factor, a.scale_factor());
  multiple_of(workspace.message(), *context, k, b);
  MessageResidues(*context, workspace.message(),
                  {workspace.words().data(), workspace.words().size()})
      .write(m);
  context->engine->forward(m, m);
  const std::array<ConstRows, 2> in{m, rows_of(a.part(0))};
  context->engine->apply(subtracts ? Operation::subtract_scaled : Operation::scale_add,
                         rows_of(out.part(0)), in, level.message_scalar.scalars());
  declassify_words(out.part(0));
  copy_words(out.part(1), a.part(1));
  out.set(a.scale_factor(), noise);
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
  for (std::size_t i = 0; i < a.size(); ++i) {
    require_context(a[i].context(), context, "a ciphertext");
    require_context(b[i].context(), context, "a plaintext");
    lowest = level_with(b[i], common_level(lowest, a[i].level(), switching), switching);
  }
  const Level& level = context->level(lowest);
  Scaled sum = scaled_at(*context, a[0], level);
  sum.noise = sum.noise.scaled(b[0].log2_norm());
  for (std::size_t i = 1; i < a.size(); ++i) {
    const Scaled term = scaled_at(*context, a[i], level);
    require_scale_factor(i, term.factor, sum.factor);
    sum.noise = sum.noise + term.noise.scaled(b[i].log2_norm());
  }
  require_decryptable(sum.noise, "a product with a plaintext");
  return {lowest, sum.factor, sum.noise};
}

// The sum of the products a[i] b[i].
void dot(const std::shared_ptr<const Context>& context, Ciphertext& out,
         std::span<const Ciphertext> a, std::span<const PlainFactor> b,
         EvaluatorWorkspace* switching) {
  const SumOfProducts result = sum_of_plain_products(context, a, b, switching);
  // All but the first are read after `out` was written.
  for (std::size_t i = 1; i < a.size(); ++i) require_apart(&out, &a[i]);
  const Level& level = context->level(result.level);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto factor = rows_at(*context, a[i], level, switching, 0);
    if (i == 0) make_room(out, context, level);
    const auto sum = rows_of_parts(out);
    for (std::size_t part = 0; part < 2; ++part) {
      const std::array<ConstRows, 3> in{factor[part], rows_of(b[i].values()).only(level.q),
                                        sum[part]};
      context->engine->apply(i == 0 ? Operation::multiply : Operation::multiply_add, sum[part],
                             std::span(in).first(i == 0 ? 2 : 3));
    }
  }
  for (std::size_t part = 0; part < 2; ++part) declassify_words(out.part(part));
  out.set(result.factor, result.noise);
}

// An integer modulo t next to zero.
std::int64_t centered_integer(const Modulus& t, std::int64_t k) {
  const std::uint64_t residue = t.reduce_signed(k);
  return residue > t.value() / 2 ? static_cast<std::int64_t>(residue - t.value())
                                 : static_cast<std::int64_t>(residue);
}

}  // namespace

PlainFactor::PlainFactor(const Plaintext& plaintext, std::size_t level)
    : context_(plaintext.context()), values_(level_of(context_, level).ring), log2_norm_(0) {
  Buffer<std::int64_t, Secret> m(context_->degree());
  centered(m.span(), plaintext.coefficients(), context_->t.value());
  // The bound depends on the plaintext, and everybody sees it.
  double squared_norm = squared_canonical_norm(m.span(), context_->index);
  ct::declassify(&squared_norm, sizeof squared_norm);
  log2_norm_ = std::log2(std::max(squared_norm, 1.0)) / 2;
  auto scratch =
      Buffer<std::uint64_t, Secret>::for_overwrite(MessageResidues::scratch_words(*context_));
  const Rows rows = rows_of(values_);
  MessageResidues(*context_, plaintext.coefficients(), scratch.span()).write(rows);
  context_->engine->forward(rows, rows);
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
  require_context(b.context(), context_, "a plaintext");
  return multiply_plain(a, PlainFactor(b, a.level()));
}

// A constant has the same value at all roots.
void Evaluator::add_integer(Ciphertext& out, const Ciphertext& a, std::int64_t k) const {
  require_context(a.context(), context_, "a ciphertext");
  const Level& level = context_->level(a.level());
  const NoiseBound noise = a.noise().plus(message_noise(*context_, level));
  require_decryptable(noise, "a sum");
  const Modulus& t = context_->t;
  const std::uint64_t multiple =
      t.multiply(t.reduce_signed(k), t.multiply(level.message_factor, a.scale_factor()));
  const std::int64_t message = centered_integer(t, static_cast<std::int64_t>(multiple));
  make_room(out, context_, level);
  for (std::size_t i = 0; i < level.q.size(); ++i) {
    const Modulus& q = level.ring.modulus(i);
    const std::uint64_t summand =
        q.multiply(q.reduce_signed(message), level.message_scalar.scalars()[i].value);
    std::ranges::transform(a.part(0).limb(i), out.part(0).limb(i).begin(),
                           [&](std::uint64_t x) { return q.add(x, summand); });
  }
  copy_words(out.part(1), a.part(1));
  out.set(a.scale_factor(), noise);
}

Ciphertext Evaluator::add_integer(const Ciphertext& a, std::int64_t k) const {
  auto out = empty_result<Ciphertext>(context_);
  add_integer(out, a, k);
  return out;
}

void Evaluator::multiply_integer(Ciphertext& out, const Ciphertext& a, std::int64_t k) const {
  require_context(a.context(), context_, "a ciphertext");
  const Level& level = context_->level(a.level());
  const std::int64_t factor = centered_integer(context_->t, k);
  const double magnitude = std::max(std::abs(static_cast<double>(factor)), 1.0);
  const NoiseBound noise = a.noise().scaled(std::log2(magnitude));
  require_decryptable(noise, "a product with an integer");
  make_room(out, context_, level);
  for (std::size_t i = 0; i < 2; ++i) {
    integer_multiple(level.ring, rows_of(out.part(i)), factor, rows_of(a.part(i)));
  }
  out.set(a.scale_factor(), noise);
}

Ciphertext Evaluator::multiply_integer(const Ciphertext& a, std::int64_t k) const {
  auto out = empty_result<Ciphertext>(context_);
  multiply_integer(out, a, k);
  return out;
}

}  // namespace lath::he
