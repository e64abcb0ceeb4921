// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts.
#include <array>
#include <memory>
#include <string>

#include "he/access.hpp"
#include "he/evaluator/dot_product.hpp"
#include "he/evaluator/mod_switch.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bgv.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {

template <>
void Session<Bgv>::dot_product(Product& out, std::span<const Ciphertext> a,
                               std::span<const Ciphertext> b) {
  const SessionUse session(state());
  EvaluatorWorkspace* const switching = session->switching();
  EvaluatorWorkspace& workspace = session->workspace;
  const SumOfProducts result = sum_of_products(session->context, a, b, switching);
  const Context& context = *session->context;
  const LimbSet& q = context.level(result.level).q;
  workspace.reserve(a.size() > 1 ? SessionWork::sum_of_products : SessionWork::product, q);
  make_room(out, session->context, result.level);
  Engine& engine = *context.keys->engine;
  const EachPart<Rows> parts = rows_of_parts(out);
  const std::array<Rows, 3> sum{parts[0], parts[1], parts[2]};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Factors factors = factors_at(context, a[i], b[i], result.level, switching);
    std::array<Rows, 3> term = sum;
    for (std::size_t k = 0; k < 3 && i != 0; ++k) term[k] = workspace.rows(k).only(q);
    engine.tensor(term, RowForm::values, {factors.a, RowForm::values}, {factors.b, RowForm::values},
                  workspace.words());
    for (std::size_t k = 0; k < 3 && i != 0; ++k) {
      const std::array<ConstRows, 2> in{sum[k], term[k]};
      engine.apply(Operation::add, sum[k], in);
    }
  }
  Access::set(out, result.factor, result.noise, result.key_id);
}

namespace {

void require_parts(std::size_t parts) {
  if (parts <= kMostParts) return;
  throw Error(ErrorCode::invalid_argument,
              "a product of " + std::to_string(parts - 1) + " ciphertexts",
              "need at most " + std::to_string(kMostParts - 1) + " without relinearisation",
              "relinearise a product of two, and multiply on with its ciphertext");
}

}  // namespace

template <>
void Session<Bgv>::write_product(Product& out, const CiphertextParts<Eval>& a,
                                 const CiphertextParts<Eval>& b) {
  const SessionUse session(state());
  EvaluatorWorkspace* const switching = session->switching();
  const std::shared_ptr<const Context>& context = session->context;
  require_context(Access::context(a), context, "a factor");
  require_context(Access::context(b), context, "a factor");
  const std::size_t parts = a.parts() + b.parts() - 1;
  require_parts(parts);
  const CiphertextParts<Eval>* const result = &out;
  require_apart(result, &a);
  require_apart(result, &b);
  const KeyId key_id = require_one_key("a factor", b.key_id(), a.key_id());
  const std::size_t level = common_level(a.level(), b.level(), switching);
  const ScaleAndNoise x = scaled_at(*context, a, level), y = scaled_at(*context, b, level);
  const NoiseBound noise = context->noise.product(level, x.noise, y.noise);
  require_decryptable(noise, "a product");
  // At most one of both operands is switched.
  const auto a_rows = rows_at(*context, a, level, switching, 0);
  const auto b_rows = rows_at(*context, b, level, switching, 0);
  make_room(out, context, level, parts);
  context->keys->engine->tensor(rows_of_parts(out).span(), a_rows.span(), b_rows.span());
  Access::set(out, context->plaintexts->product(x.factor, y.factor), noise, key_id);
}

}  // namespace lath::he
