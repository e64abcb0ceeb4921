// SPDX-License-Identifier: Apache-2.0
#include "lath/he/evaluator_workspace.hpp"

#include "he/context.hpp"

namespace lath::he {

EvaluatorWorkspace::EvaluatorWorkspace(const Context& context, std::size_t rows, std::size_t words)
    : words_(*context.engine, words) {
  for (std::size_t i = 0; i < rows; ++i) {
    rows_.push_back(context.engine->make_rows(context.chain.limb_set()));
  }
}

}  // namespace lath::he
