// SPDX-License-Identifier: Apache-2.0
#include "he/evaluator/workspace_rows.hpp"

namespace lath::he {

WorkspaceRows::WorkspaceRows(Scheme scheme, std::span<const SessionWork> works) {
  for (const SessionWork work : works) add(scheme, work);
}

void WorkspaceRows::add(std::size_t first, std::size_t count, RowLimbs limbs) noexcept {
  for (RowLimbs& row : std::span(rows_).subspan(first, count)) {
    row = static_cast<RowLimbs>(static_cast<unsigned>(row) | static_cast<unsigned>(limbs));
  }
}

void WorkspaceRows::add(Scheme scheme, SessionWork work) noexcept {
  const bool bfv = scheme == Scheme::bfv;
  switch (work) {
    case SessionWork::plaintext:
      return add(0, 1, RowLimbs::q);
    case SessionWork::level_switch:
      // The first is for products in coefficient form.
      return bfv ? add(0, 3, RowLimbs::q) : add(1, 2, RowLimbs::q);
    case SessionWork::product:
      if (!bfv) return;
      add(0, 3, RowLimbs::q);
      return add(4, 4, RowLimbs::r);
    case SessionWork::sum_of_products:
      if (!bfv) return add(0, 3, RowLimbs::q);
      add(scheme, SessionWork::product);
      add(3, 1, RowLimbs::q);
      add(8, 2, RowLimbs::q);
      return add(10, 3, RowLimbs::r);
    case SessionWork::key_switch:
      add(0, 2, RowLimbs::qp);
      // The last is for digits over an error factor.
      return add(2, bfv ? 1 : 2, RowLimbs::q);
    case SessionWork::key_switches:
      add(scheme, SessionWork::key_switch);
      return add(kOperand, kOperands, RowLimbs::q);
    case SessionWork::levels_meet:
      add(scheme, SessionWork::level_switch);
      return add(kOperand, kOperands, RowLimbs::q);
  }
}

}  // namespace lath::he
