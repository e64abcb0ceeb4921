// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/evaluator_workspace.hpp"

#include <algorithm>

#include "he/core/dropped_primes.hpp"
#include "he/evaluator/key_switch.hpp"

namespace lath::he {
namespace {

// Two ciphertexts, or a product.
constexpr std::size_t kOperandRows = 4;

std::size_t chain_rows(const Context& context) {
  return std::max(kSwitchRows, context.product_rows());
}

// The limbs that rows have: only products of BFV take auxiliary ones.
LimbSet limbs_of_rows(const Context& context) {
  const KeyTables& keys = *context.keys;
  return context.product_rows() != 0 ? keys.chain.limb_set() : keys.q | keys.p;
}

// Whatever an operation at any level takes: the most at the highest.
std::size_t scratch_words(const Context& context) {
  const KeyTables& keys = *context.keys;
  const Engine& engine = *keys.engine;
  const std::size_t top = context.levels();
  std::size_t words =
      std::max({key_switch_words(context), context.product_words(), engine.tensor_words()});
  if (top > 1) {
    const RowMap& longest = keys.drop(top, next_level(top, 1)).map;
    words = std::max({words, engine.divide_words(longest), engine.convert_words(longest)});
  }
  for (std::size_t d = 0; d < context.level(top).digits; ++d) {
    words = std::max(words, engine.convert_words(keys.raise(top, d)));
  }
  return words;
}

std::size_t count_program_words(const Context& context) {
  return std::max(context.plaintexts->lift_words(), context.levels());
}

std::size_t digits_of(const Context& context) { return context.level(context.levels()).digits; }

}  // namespace

EvaluatorWorkspace::EvaluatorWorkspace(const Context& context)
    : engine_(context.keys->engine),
      q_(context.keys->q),
      words_(*context.keys->engine, scratch_words(context)),
      program_words_(count_program_words(context)),
      scalars_(2 * context.levels()),
      digits_(digits_of(context)) {
  Engine& engine = *context.keys->engine;
  for (std::size_t i = 0; i < chain_rows(context); ++i) {
    rows_.push_back(engine.make_rows(limbs_of_rows(context)));
  }
  for (std::size_t i = 0; i < kOperandRows; ++i) {
    operands_.push_back(engine.make_rows(context.keys->q));
  }
}

const Rows& EvaluatorWorkspace::operand(std::size_t i) {
  while (operands_.size() <= i) operands_.push_back(engine_->make_rows(q_));
  return operands_[i].rows();
}

std::size_t EvaluatorWorkspace::bytes(const Context& context) {
  const std::size_t rows =
      chain_rows(context) * limbs_of_rows(context).size() + kOperandRows * context.keys->q.size();
  const std::size_t words =
      rows * context.keys->engine->stride() + scratch_words(context) + count_program_words(context);
  return words * sizeof(std::uint64_t) + 2 * context.levels() * sizeof(Scalar<std::uint64_t>) +
         digits_of(context) * sizeof(Digit);
}

}  // namespace lath::he
