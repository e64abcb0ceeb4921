// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "he/context.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// Scratch memory of a session: as much as any operation with its parameters needs.
class EvaluatorWorkspace {
 public:
  explicit EvaluatorWorkspace(const Context& context);

  /// The bytes of memory that a workspace for these parameters takes.
  [[nodiscard]] static std::size_t bytes(const Context& context);

  /// Words without a shape.
  [[nodiscard]] const Workspace& words() const noexcept { return words_; }
  /// Rows of every limb that an operation computes with.
  [[nodiscard]] const Rows& rows(std::size_t i) const noexcept { return rows_[i].rows(); }
  /// Rows modulo Q, for operands that are not used at their own level, and for intermediate
  /// ciphertexts.
  [[nodiscard]] const Rows& operand(std::size_t i) const noexcept { return operands_[i].rows(); }
  /// The digits of a key switch.
  [[nodiscard]] std::span<Digit> digits() noexcept { return digits_; }

 private:
  std::vector<RowBuffer> rows_;
  std::vector<RowBuffer> operands_;
  Workspace words_;
  std::vector<Digit> digits_;
};

}  // namespace lath::he
