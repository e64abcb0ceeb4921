// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "lath/he/scheme_parameters.hpp"
#include "lath/ring/engine.hpp"

namespace lath::he {

/// Scratch memory of an evaluator: rows for all limbs of a chain, and the engine's words. A program
/// makes that of its scheme. Copies are of the same memory.
class EvaluatorWorkspace {
 public:
  ///@cond
  [[nodiscard]] const Workspace& words() const noexcept { return words_; }
  [[nodiscard]] const Rows& rows(std::size_t i) const noexcept { return rows_[i].rows(); }

 protected:
  EvaluatorWorkspace(const Context& context, std::size_t rows, std::size_t words);
  EvaluatorWorkspace(const EvaluatorWorkspace&) = default;
  EvaluatorWorkspace& operator=(const EvaluatorWorkspace&) = default;
  ~EvaluatorWorkspace() = default;
  ///@endcond

 private:
  std::vector<RowBuffer> rows_;
  Workspace words_;
};

}  // namespace lath::he
