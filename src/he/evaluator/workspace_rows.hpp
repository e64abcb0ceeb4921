// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/he/core/scheme.hpp"
#include "lath/he/core/session_work.hpp"

namespace lath::he {

/// The limbs of a row: Q at the level of an operation, the special primes, and the auxiliary primes
/// of a product of BFV. They are bits.
enum class RowLimbs : std::uint8_t { none = 0, q = 1, p = 2, r = 4, qp = 3 };

[[nodiscard]] constexpr bool has(RowLimbs row, RowLimbs limbs) noexcept {
  return (static_cast<unsigned>(row) & static_cast<unsigned>(limbs)) != 0;
}

/// The number of limbs of a row, from the numbers of limbs of Q, the special and auxiliary ones.
[[nodiscard]] constexpr std::size_t count_limbs(RowLimbs row, std::size_t q, std::size_t p,
                                                std::size_t r) noexcept {
  return (has(row, RowLimbs::q) ? q : 0) + (has(row, RowLimbs::p) ? p : 0) +
         (has(row, RowLimbs::r) ? r : 0);
}

/// The rows of scratch memory that work takes. One memory serves one operation after the other, so
/// that a row has the limbs that any of them needs.
class WorkspaceRows {
 public:
  /// The rows of an operation itself, and behind them operands that are not used at their own level
  /// and intermediate ciphertexts: two ciphertexts, or a product of two.
  static constexpr std::size_t kOperand = 13, kOperands = 4, kRows = kOperand + kOperands;

  WorkspaceRows(Scheme scheme, std::span<const SessionWork> works);

  /// The limbs of each row.
  [[nodiscard]] const std::array<RowLimbs, kRows>& rows() const noexcept { return rows_; }

 private:
  void add(std::size_t first, std::size_t count, RowLimbs limbs) noexcept;
  void add(Scheme scheme, SessionWork work) noexcept;

  std::array<RowLimbs, kRows> rows_{};
};

}  // namespace lath::he
