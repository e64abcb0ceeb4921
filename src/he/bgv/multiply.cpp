// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts.
#include <array>

#include "he/evaluator/dot_product.hpp"
#include "he/keys/key_switch.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
#include "lath/he/product_evaluator.hpp"
#include "lath/ring/rows.hpp"

namespace lath::he {

template <>
void ProductEvaluator<Eval>::dot_product(Product<Eval>& out, std::span<const Ciphertext> a,
                                         std::span<const Ciphertext> b,
                                         EvaluatorWorkspace& workspace) const {
  EvaluatorWorkspace* const switching = this->switching(workspace);
  const SumOfProducts result = sum_of_products(this->context(), a, b, switching);
  const Context& context = *this->context();
  const LimbSet& q = context.level(result.level).q;
  make_room(out, this->context(), result.level);
  Engine& engine = *context.keys->engine;
  const std::array<Rows, 3> sum = rows_of_parts(out);
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
  out.set(result.factor, result.noise, result.key_id);
}

template <>
void ProductEvaluator<Eval>::relinearize(Ciphertext& out, const Product<Eval>& product,
                                         const RelinKey& key, EvaluatorWorkspace& workspace) const {
  require_context(product.context(), this->context(), "a product");
  require_keys(key.key.tables(), this->context()->keys, "a relinearisation key");
  require_context(workspace.context(), this->context(), "a workspace");
  const KeyId key_id = require_one_key("a relinearisation key", key.key.id(), product.key_id());
  const Context& context = *this->context();
  const NoiseBound noise = context.noise.switched(product.level(), product.noise());
  require_decryptable(noise, "a relinearised product");
  make_key_switch_ready(*context.keys, product.level());
  make_room(out, this->context(), product.level());
  const RowMap* map = &context.keys->lower();
  const auto digits =
      digits_of_values(context, product.level(), rows_of(product.part(2)), workspace);
  switch_key(context, product.level(), digits, key.key.prepared(),
             {{{rows_of(out.part(0)), map, {}, rows_of(product.part(0))},
               {rows_of(out.part(1)), map, {}, rows_of(product.part(1))}}},
             nullptr, workspace);
  out.set(product.scale_factor(), noise, key_id);
}

}  // namespace lath::he
