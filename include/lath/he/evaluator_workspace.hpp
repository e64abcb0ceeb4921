// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// Scratch memory of an evaluator, one for each thread: as much as any operation with these
/// parameters needs. It can be moved; one that was moved from is of no parameters.
class EvaluatorWorkspace {
 public:
  /// For these parameters.
  explicit EvaluatorWorkspace(const SchemeParameters& parameters);
  ///@{
  /// A workspace has one owner.
  EvaluatorWorkspace(EvaluatorWorkspace&&) noexcept = default;
  EvaluatorWorkspace& operator=(EvaluatorWorkspace&&) noexcept = default;
  ///@}
  ~EvaluatorWorkspace() = default;

  /// The bytes of memory that one for these parameters takes.
  [[nodiscard]] static std::size_t bytes(const SchemeParameters& parameters);

  ///@cond
  [[nodiscard]] const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  [[nodiscard]] const Workspace& words() const noexcept { return words_; }
  [[nodiscard]] const Rows& rows(std::size_t i) const noexcept { return rows_[i].rows(); }
  [[nodiscard]] const Rows& operand(std::size_t i) const noexcept { return operands_[i].rows(); }
  [[nodiscard]] std::span<Digit> digits() noexcept { return digits_; }
  ///@endcond

 private:
  std::shared_ptr<const Context> context_;
  std::vector<RowBuffer> rows_;
  std::vector<RowBuffer> operands_;  // modulo Q: operands at other levels than their own
  Workspace words_;
  std::vector<Digit> digits_;
};

}  // namespace lath::he
