// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "he/context.hpp"
#include "he/evaluator/evaluator_workspace.hpp"
#include "lath/ring/engine.hpp"

/// @file
/// Key switching with special primes (C. Gentry, S. Halevi, N. Smart, CRYPTO 2012), the same in all
/// schemes: x s becomes d0 + d1 s', where (d0, d1) = f round(sum_d [x/f]_d key_d / P) with the
/// error factor f and x/f modulo Q. A key has P s and small errors, so that the errors of the
/// result are small multiples of f. The caller has reserved SessionWork::key_switch.
namespace lath::he {

/// A part of the result, the map of the division by P, KeyTables::lower() or lower_with_own() with
/// the rows that it takes besides, and values that are added.
struct SwitchResult {
  Rows out{};
  const RowMap* map = nullptr;
  ConstRows own{};
  ConstRows add_values{};
};

/// The words of scratch memory that a key switch needs at any level, with KeyTables::lower().
[[nodiscard]] std::size_t key_switch_words(const Context& context);

///@{
/// The digits of x/f, given by its values or, for f = 1, by its coefficients, in the memory of a
/// workspace. Takes the workspace's rows 2 and 3.
[[nodiscard]] std::span<const Digit> digits_of_values(const Context& context, std::size_t level,
                                                      const ConstRows& x,
                                                      EvaluatorWorkspace& workspace);
[[nodiscard]] std::span<const Digit> digits_of_coefficients(const Context& context,
                                                            std::size_t level, const ConstRows& x,
                                                            EvaluatorWorkspace& workspace);
///@}

/// The values of x/f for limbs of Q without a gap, in a row of the workspace; for f = 1 the values
/// of x themselves.
[[nodiscard]] ConstRows over_error_factor(const Context& context, const ConstRows& x,
                                          std::size_t row, EvaluatorWorkspace& workspace);

/// Writes both parts of the result for these digits, as values, permuted by an automorphism unless
/// it is null. Takes the workspace's rows 0 and 1.
void switch_key(const Context& context, std::size_t level, std::span<const Digit> digits,
                const PreparedKey& key, const std::array<SwitchResult, 2>& results,
                const Automorphism* by, EvaluatorWorkspace& workspace);

}  // namespace lath::he
