// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts, and what switches keys and levels.
#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "he/bgv/context.hpp"
#include "he/bgv/noise.hpp"
#include "he/keys/key_switch.hpp"
#include "he/require_context.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bgv.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he::bgv {
namespace {

// Rows of the workspace: the accumulators of a key switch, and the coefficients that it begins with
// or the rows that a modulus switch drops.
constexpr std::size_t kRows = 3;

using Values = Poly<DynamicRing, Eval>;

std::size_t workspace_words(const Context& context) {
  const Engine& engine = *context.engine;
  return std::max({engine.tensor_words(), key_switch_words(context),
                   engine.divide_words(context.levels.back().drop_last)});
}

// The parts of a ciphertext after a switch of c to the key's secret; `add` are added to them.
std::array<Values, 2> switched(const Context& context, const Level& level, const ConstRows& c,
                               const std::array<ConstRows, 2>& add, const SwitchingKey& key,
                               const Automorphism* by, const EvaluatorWorkspace& workspace) {
  const Rows coefficients = workspace.rows(2).only(level.q);
  context.engine->inverse(coefficients, c);
  std::array<Values, 2> parts{Values(level.ring), Values(level.ring)};
  switch_key(context, level, {coefficients, c}, key.prepared(),
             {.words = workspace.words(), .acc = {workspace.rows(0), workspace.rows(1)}},
             {{{rows_of(parts[0]), &level.lower, {}, add[0]},
               {rows_of(parts[1]), &level.lower, {}, add[1]}}},
             by);
  return parts;
}

// The parts c of a ciphertext divided by the last prime q of its level, as t round((c/t) / q): what
// the rounding adds is a multiple of t.
std::array<Values, 2> without_last_prime(const BgvContext& context, const Level& from,
                                         const Level& to, const Ciphertext& a,
                                         const EvaluatorWorkspace& workspace) {
  std::array<Values, 2> parts{Values(to.ring), Values(to.ring)};
  const Rows over_t = workspace.rows(0).only(from.q);
  const Rows last = workspace.rows(2).only(from.q - to.q);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::array<ConstRows, 1> part{rows_of(a.part(i))};
    context.engine->apply(Operation::scale, over_t, part,
                          context.inverse_of_t.scalars().first(from.q.size()));
    context.engine->inverse(last, over_t.only(last.limbs));
    context.engine->divide(rows_of(parts[i]),
                           {.acc = over_t.only(to.q),
                            .in = last,
                            .map = &from.drop_last,
                            .w = from.factor_over_last.scalars()},
                           workspace.words());
  }
  return parts;
}

}  // namespace

EvaluatorWorkspace::EvaluatorWorkspace(const Parameters& parameters)
    : he::EvaluatorWorkspace(context_of(parameters), kRows,
                             workspace_words(context_of(parameters))) {}

Product Evaluator::multiply(const Ciphertext& a, const Ciphertext& b,
                            EvaluatorWorkspace& workspace) const {
  for (const Ciphertext* x : {&a, &b}) {
    require_context(x->context(), parameters_.context(), "a factor");
  }
  require_level(a.level(), b.level());
  const Context& context = context_of(parameters_);
  const Level& level = context.level(a.level());
  const NoiseBound noise = product_noise(context, level, a.noise(), b.noise());
  require_decryptable(noise, "a product");
  std::array<Values, 3> parts{Values(level.ring), Values(level.ring), Values(level.ring)};
  context.engine->tensor({rows_of(parts[0]), rows_of(parts[1]), rows_of(parts[2])}, RowForm::values,
                         {rows_of(a.part(0)), rows_of(a.part(1))},
                         {rows_of(b.part(0)), rows_of(b.part(1))}, RowForm::values,
                         workspace.words());
  return {parameters_.context(), std::move(parts),
          context.t.multiply(a.scale_factor(), b.scale_factor()), noise};
}

Product Evaluator::square(const Ciphertext& a, EvaluatorWorkspace& workspace) const {
  return multiply(a, a, workspace);
}

Ciphertext Evaluator::relinearize(const Product& product, const RelinKey& key,
                                  EvaluatorWorkspace& workspace) const {
  require_context(product.context(), parameters_.context(), "a product");
  require_context(key.key.context(), parameters_.context(), "a relinearisation key");
  const Context& context = context_of(parameters_);
  const Level& level = context.level(product.level());
  const NoiseBound noise = switched_noise(context, level, product.noise());
  require_decryptable(noise, "a relinearised product");
  auto parts =
      switched(context, level, rows_of(product.part(2)),
               {rows_of(product.part(0)), rows_of(product.part(1))}, key.key, nullptr, workspace);
  return {parameters_.context(), std::move(parts), product.scale_factor(), noise};
}

Ciphertext Evaluator::apply_galois(const Ciphertext& a, std::uint64_t g, const GaloisKeys& keys,
                                   EvaluatorWorkspace& workspace) const {
  require_context(a.context(), parameters_.context(), "a ciphertext");
  require_context(keys.context(), parameters_.context(), "a set of Galois keys");
  const GaloisKeys::Entry& entry = keys.entry(g);
  const Context& context = context_of(parameters_);
  const Level& level = context.level(a.level());
  const NoiseBound noise = switched_noise(context, level, a.noise());
  require_decryptable(noise, "a substituted ciphertext");
  auto parts = switched(context, level, rows_of(a.part(1)), {rows_of(a.part(0)), {}}, entry.key,
                        &entry.automorphism, workspace);
  return {parameters_.context(), std::move(parts), a.scale_factor(), noise};
}

Ciphertext Evaluator::mod_switch(const Ciphertext& a, std::size_t to,
                                 EvaluatorWorkspace& workspace) const {
  require_context(a.context(), parameters_.context(), "a ciphertext");
  if (to == 0 || to > a.level()) {
    throw Error(ErrorCode::invalid_argument, "level " + std::to_string(to),
                "need 1 to " + std::to_string(a.level()) + ", the level of the ciphertext",
                "levels only fall: encrypt again for a higher one");
  }
  const BgvContext& context = context_of(parameters_);
  Ciphertext result = a;
  while (result.level() > to) {
    const std::size_t level = result.level();
    const Level& next = context.level(level - 1);
    const NoiseBound noise = lowered_noise(context, next, result.noise());
    require_decryptable(noise, "a ciphertext of a lower level");
    const std::uint64_t factor =
        context.t.multiply(result.scale_factor(), context.bgv_level(level).inverse_of_last);
    result = {parameters_.context(),
              without_last_prime(context, context.level(level), next, result, workspace), factor,
              noise};
  }
  return result;
}

}  // namespace lath::he::bgv
