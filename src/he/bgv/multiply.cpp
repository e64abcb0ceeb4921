// SPDX-License-Identifier: Apache-2.0
//
// Products of ciphertexts.
#include <array>

#include "he/access.hpp"
#include "he/evaluator/dot_product.hpp"
#include "he/evaluator/session_state.hpp"
#include "he/noise/decryptable.hpp"
#include "he/require_context.hpp"
#include "he/result_memory.hpp"
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
  make_room(out, session->context, result.level);
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
  Access::set(out, result.factor, result.noise, result.key_id);
}

}  // namespace lath::he
