// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/base/language.hpp"

namespace lath::he {

///@{
/// The exponent g of the automorphism x -> x^g that rotates both rows of slots by `columns` to the
/// left, to the right if it is negative, and of the one that exchanges them, in the ring of degree
/// n. Columns count modulo n/2. Throws invalid_argument unless n is a power of two from 2 to 2^20.
[[nodiscard]] std::uint64_t row_rotation(std::size_t degree, std::int64_t columns);
[[nodiscard]] std::uint64_t row_exchange(std::size_t degree);
///@}

///@{
/// The exponents of the Galois keys of an operation in the ring of degree n, for galois_keys() of a
/// KeyGenerator: of a sum_columns(), which is also the last step of a dot product in slots; of the
/// product of a matrix by its diagonals, which rotates by 1 to size - 1 columns; and of every
/// rotation and the exchange, 2 log2(n) - 2 keys by whose powers of two rotations are composed.
/// Throw invalid_argument for n as above, unless `columns` is a power of two up to n, and unless
/// `size` is from 1 to n/2.
[[nodiscard]] std::vector<std::uint64_t> sum_rotations(std::size_t degree, std::size_t columns);
[[nodiscard]] std::vector<std::uint64_t> matrix_rotations(std::size_t degree, std::size_t size);
[[nodiscard]] std::vector<std::uint64_t> all_rotations(std::size_t degree);
///@}

}  // namespace lath::he
