// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace lath::he
