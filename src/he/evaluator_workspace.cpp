// SPDX-License-Identifier: Apache-2.0
#include "lath/he/evaluator_workspace.hpp"

#include "he/context.hpp"

namespace lath::he {
namespace {

// Two ciphertexts, or a product.
constexpr std::size_t kOperandRows = 4;

}  // namespace

EvaluatorWorkspace::EvaluatorWorkspace(const SchemeParameters& parameters)
    : context_(parameters.context()),
      words_(*context_->engine, context_->workspace_words),
      digits_(parameters.digits()),
      message_(context_->degree()) {
  for (std::size_t i = 0; i < context_->workspace_rows; ++i) {
    rows_.push_back(context_->engine->make_rows(context_->chain.limb_set()));
  }
  for (std::size_t i = 0; i < kOperandRows; ++i) {
    operands_.push_back(context_->engine->make_rows(context_->q));
  }
}

std::size_t EvaluatorWorkspace::bytes(const SchemeParameters& parameters) noexcept {
  const Context& context = *parameters.context();
  const std::size_t rows =
      context.workspace_rows * context.chain.limbs() + kOperandRows * context.q.size();
  const std::size_t words =
      rows * context.engine->stride() + context.workspace_words + context.degree();
  return words * sizeof(std::uint64_t) + parameters.digits() * sizeof(Digit);
}

}  // namespace lath::he
