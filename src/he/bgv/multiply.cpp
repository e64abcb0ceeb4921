// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts.
#include <array>

#include "he/bgv/noise.hpp"
#include "he/evaluator/dot_product.hpp"
#include "he/keys/key_switch.hpp"
#include "he/noise/noise_formulas.hpp"
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
  const SumOfProducts result =
      sum_of_products(this->context(), a, b, bgv::product_noise, switching);
  const Context& context = *this->context();
  const Level& level = context.level(result.level);
  make_room(out, this->context(), level);
  Engine& engine = *context.engine;
  const std::array<Rows, 3> sum = rows_of_parts(out);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Factors factors = factors_at(context, a[i], b[i], level, switching);
    std::array<Rows, 3> term = sum;
    for (std::size_t k = 0; k < 3 && i != 0; ++k) term[k] = workspace.rows(k).only(level.q);
    engine.tensor(term, RowForm::values, {factors.a, RowForm::values}, {factors.b, RowForm::values},
                  workspace.words());
    for (std::size_t k = 0; k < 3 && i != 0; ++k) {
      const std::array<ConstRows, 2> in{sum[k], term[k]};
      engine.apply(Operation::add, sum[k], in);
    }
  }
  out.set(result.factor, result.noise);
}

template <>
void ProductEvaluator<Eval>::relinearize(Ciphertext& out, const Product<Eval>& product,
                                         const RelinKey& key, EvaluatorWorkspace& workspace) const {
  require_context(product.context(), this->context(), "a product");
  require_context(key.key.context(), this->context(), "a relinearisation key");
  require_context(workspace.context(), this->context(), "a workspace");
  const Context& context = *this->context();
  const Level& level = context.level(product.level());
  const NoiseBound noise = switched_noise(context, level, product.noise());
  require_decryptable(noise, "a relinearised product");
  make_room(out, this->context(), level);
  const Rows coefficients = workspace.rows(2).only(level.q);
  context.engine->inverse(coefficients, rows_of(product.part(2)));
  const auto digits =
      digits_of(context, level, {coefficients, rows_of(product.part(2))}, workspace);
  switch_key(context, level, digits, key.key.prepared(),
             {{{rows_of(out.part(0)), &level.lower, {}, rows_of(product.part(0))},
               {rows_of(out.part(1)), &level.lower, {}, rows_of(product.part(1))}}},
             nullptr, workspace);
  out.set(product.scale_factor(), noise);
}

}  // namespace lath::he
