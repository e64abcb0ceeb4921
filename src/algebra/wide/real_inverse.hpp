// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lath::detail {

/// The inverse of an integer matrix in double precision, row after row. Throws invalid_argument if
/// it has none.
[[nodiscard]] std::vector<double> approximate_inverse(std::span<const std::int64_t> matrix,
                                                      std::size_t size);

/// The first column of the inverse of an integer matrix, modulo 1, to 64 `words` bits: for each row
/// a two's complement of so many words behind the point, the least significant first. It errs by
/// less than 2^64 units of the last place times the norm of the inverse. By Gaussian elimination in
/// double precision and exact residuals (iterative refinement; J. Wilkinson, 1963). Throws
/// invalid_argument if that does not converge, as for matrices that are nearly singular. For
/// public matrices.
[[nodiscard]] std::vector<std::uint64_t> real_inverse(std::span<const std::int64_t> matrix,
                                                      std::size_t size, std::size_t words);

}  // namespace lath::detail
