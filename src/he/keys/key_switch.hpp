// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "he/context.hpp"
#include "lath/he/evaluator_workspace.hpp"
#include "lath/ring/engine.hpp"

/// @file
/// Key switching with special primes (C. Gentry, S. Halevi, N. Smart, CRYPTO 2012), the same in all
/// schemes: x s becomes d0 + d1 s', where (d0, d1) = f round(sum_d [x]_d key_d / P) with the error
/// factor f. A key has P s/f and errors that are small, so that those of the result are small
/// multiples of f.
namespace lath::he {

/// What a key switch begins with: x by its coefficients, and by its values where they are known.
struct SwitchedPart {
  ConstRows coefficients{};
  ConstRows values{};
};
/// The rows of a workspace that switch_key() uses, the first two, and one that its callers use.
inline constexpr std::size_t kSwitchRows = 3;
/// A part of the result, the map of the division by P, Level::lower or another one with the rows
/// that it takes besides, and values that are added.
struct SwitchResult {
  Rows out{};
  const RowMap* map = nullptr;
  ConstRows own{};
  ConstRows add_values{};
};

/// The words of scratch memory that switch_key() needs at any level, with Level::lower.
[[nodiscard]] std::size_t key_switch_words(const Context& context);

/// The digits of x, in the memory of a workspace.
[[nodiscard]] std::span<const Digit> digits_of(const Context& context, const Level& level,
                                               const SwitchedPart& x,
                                               EvaluatorWorkspace& workspace);

/// Writes both parts of the result for the digits of x, as values, permuted by an automorphism
/// unless it is null.
void switch_key(const Context& context, const Level& level, std::span<const Digit> digits,
                const PreparedKey& key, const std::array<SwitchResult, 2>& results,
                const Automorphism* by, EvaluatorWorkspace& workspace);

}  // namespace lath::he
