// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/evaluator_workspace.hpp"

#include <algorithm>

#include "he/core/dropped_primes.hpp"
#include "he/evaluator/key_switch.hpp"

namespace lath::he {
namespace {

RowBuffer no_row() noexcept { return {nullptr, {}}; }

// The words of level switches, the most at the highest level.
std::size_t level_switch_words(const Context& context) {
  const std::size_t top = context.levels();
  if (top == 1) return 0;
  const Engine& engine = *context.keys->engine;
  const RowMap& longest = context.keys->drop(top, next_level(top, 1)).map;
  return std::max(engine.divide_words(longest), engine.convert_words(longest));
}

// The words of key switches, and of the digits of hoisted ciphertexts.
std::size_t switch_and_hoist_words(const Context& context) {
  const std::size_t top = context.levels();
  std::size_t words = key_switch_words(context);
  for (std::size_t d = 0; d < context.level(top).digits; ++d) {
    words = std::max(words, context.keys->engine->convert_words(context.keys->raise(top, d)));
  }
  return words;
}

// The words without a shape that work takes at any level.
std::size_t words_of(const Context& context, SessionWork work) {
  switch (work) {
    case SessionWork::plaintext:
      return 0;
    case SessionWork::level_switch:
    case SessionWork::levels_meet:
      return level_switch_words(context);
    case SessionWork::product:
    case SessionWork::sum_of_products:
      return std::max(context.product_words(), context.keys->engine->tensor_words());
    case SessionWork::key_switch:
    case SessionWork::key_switches:
      return switch_and_hoist_words(context);
  }
  return 0;
}

// The words of the program's memory that work takes: integers take one for each prime.
std::size_t program_words_of(const Context& context, SessionWork work) {
  return std::max(work == SessionWork::plaintext ? context.plaintexts->lift_words() : 0,
                  context.levels());
}

std::size_t digits_of(const Context& context) { return context.level(context.levels()).digits; }

// The bytes of words without a shape, of scalars and digits.
std::size_t bytes_besides_rows(const Context& context, std::span<const SessionWork> works) {
  std::size_t words = 0, of_program = context.levels();
  for (const SessionWork work : works) {
    words = std::max(words, words_of(context, work));
    of_program = std::max(of_program, program_words_of(context, work));
  }
  return (words + of_program) * sizeof(std::uint64_t) +
         2 * context.levels() * sizeof(Scalar<std::uint64_t>) + digits_of(context) * sizeof(Digit);
}

}  // namespace

EvaluatorWorkspace::EvaluatorWorkspace(const Context& context)
    : scheme_(context.scheme),
      keys_(context.keys),
      rows_(WorkspaceRows::kOperand + kMostOperands, no_row()),
      words_(nullptr, 0),
      program_words_(context.levels()),
      scalars_(2 * context.levels()),
      digits_(digits_of(context)) {
  move_to(context);
}

void EvaluatorWorkspace::move_to(const Context& context) {
  std::array<Needs, kAllSessionWork.size()> needs;
  std::ranges::transform(kAllSessionWork, needs.begin(), [&](SessionWork work) {
    return Needs{words_of(context, work), program_words_of(context, work)};
  });
  needs_ = needs;
}

void EvaluatorWorkspace::reserve_words(SessionWork work) {
  const auto [words, of_program] = needs_[static_cast<std::size_t>(work)];
  if (words_.size() < words) {
    words_ = Workspace(nullptr, 0);
    words_ = Workspace(*keys_->engine, words);
  }
  if (program_words_.size() < of_program) {
    program_words_ = Buffer<std::uint64_t, Secret>(of_program);
  }
}

void EvaluatorWorkspace::reserve_row(std::size_t i, const LimbSet& limbs) {
  RowBuffer& row = rows_[i];
  if (row.rows().limbs.contains(limbs)) return;
  const LimbSet all = row.rows().limbs | limbs;
  row = no_row();
  row = keys_->engine->make_rows(all);
}

void EvaluatorWorkspace::reserve(SessionWork work, const LimbSet& q, const LimbSet& auxiliary) {
  reserve_words(work);
  const WorkspaceRows needed(scheme_, {&work, 1});
  for (std::size_t i = 0; i < needed.rows().size(); ++i) {
    const RowLimbs row = needed.rows()[i];
    if (row == RowLimbs::none) continue;
    LimbSet limbs = has(row, RowLimbs::q) ? q : auxiliary;
    if (has(row, RowLimbs::p)) limbs = limbs | keys_->p;
    reserve_row(i, limbs);
  }
}

void EvaluatorWorkspace::reserve_operands(std::size_t count, const LimbSet& q) {
  for (std::size_t i = 0; i < count; ++i) reserve_row(WorkspaceRows::kOperand + i, q);
}

std::size_t EvaluatorWorkspace::bytes(const Context& context, std::span<const SessionWork> works) {
  const KeyTables& keys = *context.keys;
  std::size_t limbs = 0;
  const WorkspaceRows needed(context.scheme, works);
  for (const RowLimbs row : needed.rows()) {
    limbs += count_limbs(row, keys.q.size(), keys.p.size(), keys.auxiliary.size());
  }
  return limbs * keys.engine->stride() * sizeof(std::uint64_t) + bytes_besides_rows(context, works);
}

std::size_t EvaluatorWorkspace::bytes() const noexcept {
  std::size_t words = words_.size() + program_words_.size();
  for (const RowBuffer& row : rows_) {
    words += row.rows().limbs.size() * keys_->engine->stride();
  }
  return words * sizeof(std::uint64_t) + scalars_.size() * sizeof(Scalar<std::uint64_t>) +
         digits_.size() * sizeof(Digit);
}

}  // namespace lath::he
