// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "he/context.hpp"
#include "he/each_part.hpp"
#include "he/evaluator/evaluator_workspace.hpp"
#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/ring/rows.hpp"

/// @file
/// Operands at the level of an operation: as they are, or switched down in a workspace. First all
/// is found that is known without the words, then the words are computed.
///
/// `switching` is the workspace of a session with automatic levels, and null where operands must
/// have one level.
namespace lath::he {

/// The level of an operation on operands of two levels: the lower one. Throws mismatch if they
/// differ and may not be switched.
[[nodiscard]] std::size_t common_level(std::size_t a, std::size_t b,
                                       const EvaluatorWorkspace* switching);

/// The factor and the noise of an operand at its level or at a lower one. Throws invalid_argument
/// if it cannot be decrypted there.
template <class Form>
[[nodiscard]] ScaleAndNoise scaled_at(const Context& context, const CiphertextParts<Form>& a,
                                      std::size_t level);

/// Takes memory for switches of operands of these parts from levels up to `highest`, if that is
/// above the level of an operation. An operation that reads operands after it wrote calls it first.
void reserve_switches(const Context& context, std::size_t highest, std::size_t level,
                      std::size_t parts, EvaluatorWorkspace* switching);

/// The words of an operand at its level, or at a lower one in the workspace's operand rows from
/// `row` on. A switch takes the first three of its other rows, too.
template <class Form>
[[nodiscard]] EachPart<ConstRows> rows_at(const Context& context, const CiphertextParts<Form>& a,
                                          std::size_t level, EvaluatorWorkspace* switching,
                                          std::size_t row);

}  // namespace lath::he
