// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>

#include "he/context.hpp"
#include "he/evaluator/evaluator_workspace.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/ring/rows.hpp"

/// @file
/// The first steps of the dot products of both schemes. `switching` is as in mod_switch.hpp.
namespace lath::he {

/// The properties of a sum of products, known before it is computed, with memory for operands that
/// are switched.
struct SumOfProducts {
  std::size_t level;
  Natural factor;
  NoiseBound noise;
  KeyId key_id;
};

/// The sum of the products a[i] b[i]. Throws, as Session says, unless all belongs together
/// and the sum can be decrypted.
[[nodiscard]] SumOfProducts sum_of_products(const std::shared_ptr<const Context>& context,
                                            std::span<const Ciphertext> a,
                                            std::span<const Ciphertext> b,
                                            EvaluatorWorkspace* switching);

/// The words of two factors at one level. The two factors of a square share one memory.
struct Factors {
  std::array<ConstRows, 2> a, b;
};

/// The factors of a term, switched to this level if theirs is a higher one.
[[nodiscard]] Factors factors_at(const Context& context, const Ciphertext& a, const Ciphertext& b,
                                 std::size_t level, EvaluatorWorkspace* switching);

}  // namespace lath::he
