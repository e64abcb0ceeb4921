// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rns/row_sums.hpp"

namespace lath::detail {

/// The form in which vectors in double precision keep the y, and the number of products that they
/// add between reductions; docs/lab/0017 proves the bounds that are computed here.
///
/// A row for fractions of large sources, then the row of alpha, come before the rows of the
/// sources, so that the first sources of a map have the same rows with and without the others. A
/// source below 2^50 has one row: y, or floor(q/2) less where y is canonical. A larger source has
/// the same number v as two rows h and l, v = 2^31 h + l with |l| <= 2^30.
class RowLayout {
 public:
  RowLayout(std::span<const RowSums::Source> sources, std::span<const RowSums::Target> targets,
            RowSums::Fraction fraction);

  /// The row of alpha, and the first row of a source.
  static constexpr std::size_t kAlphaRow = 1, kFirstRow = 2;

  /// Row of a source, the first of its two if it is large.
  [[nodiscard]] std::size_t row(std::size_t source) const noexcept { return rows_of_[source]; }
  /// The number of rows of sources.
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] bool takes_own() const noexcept { return takes_own_; }
  /// Whether there is only one source, which has alpha = 0.
  [[nodiscard]] bool alone() const noexcept { return alone_; }
  [[nodiscard]] bool has_alpha() const noexcept { return has_alpha_; }
  /// Whether alpha is added like another row; otherwise alpha A is exact, and part of the low sum.
  [[nodiscard]] bool alpha_is_row() const noexcept { return alpha_is_row_; }
  /// The number of rows between reductions. The own row has room after the last of them.
  [[nodiscard]] std::size_t run() const noexcept { return run_; }

  /// Whether one step reduces a sum.
  [[nodiscard]] bool is_one_step() const noexcept { return is_one_step_; }

  /// s for the sums modulo p < 2^50: they are less than 2^(51 + s).
  [[nodiscard]] int spread(const Modulus& p) const noexcept { return spread(p, products()); }
  /// The factors of the rows of sources: M, with 2^31 M before it for a large source.
  [[nodiscard]] std::vector<std::uint64_t> factors(const RowSums::Target& t) const;
  /// The sum of the floor(q/2) M that the rows lack.
  [[nodiscard]] std::uint64_t constant(const RowSums::Target& t) const noexcept;

 private:
  [[nodiscard]] double largest_sum(const Modulus& p, std::size_t products) const noexcept;
  [[nodiscard]] int spread(const Modulus& p, std::size_t products) const noexcept;
  [[nodiscard]] bool is_exact(const Modulus& p, std::size_t products, double alpha) const noexcept;
  [[nodiscard]] std::size_t products() const noexcept { return run_ + (takes_own_ ? 1 : 0); }

  std::vector<RowSums::Source> sources_;
  std::vector<std::size_t> rows_of_;
  std::size_t rows_ = 0, run_ = 1;
  bool canonical_, alone_, has_alpha_, takes_own_ = false, alpha_is_row_ = false, is_one_step_;
  double largest_ = 0;  // the largest magnitude in a row
};

}  // namespace lath::detail
