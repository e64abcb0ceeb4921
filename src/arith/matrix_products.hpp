// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Some columns of a matrix of integers in double precision: `rows` rows of `columns` numbers, with
/// `stride` numbers from the beginning of one row to the beginning of the next.
struct Factors {
  const double* numbers;
  std::size_t rows, columns, stride;
};

/// sums += factors matrix. `sums` has factors.rows rows of `width` numbers, `matrix` has
/// factors.columns rows of `width` numbers. All numbers are integers, and all partial sums stay
/// below 2^53 in magnitude, so that the result is exact in any order. Constant time in the numbers,
/// see docs/decisions/0002.
void add_matrix_product(Isa isa, std::span<double> sums, const Factors& factors,
                        std::span<const double> matrix, std::size_t width) noexcept;

}  // namespace lath::detail
