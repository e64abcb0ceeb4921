// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/base/error.hpp"

namespace lath {

///@{
/// a b and a + b, for sizes that come from outside. Throws invalid_argument, which calls the result
/// `what`, unless it is below 2^64.
[[nodiscard]] std::uint64_t checked_product(const char* what, std::uint64_t a, std::uint64_t b);
[[nodiscard]] std::uint64_t checked_sum(const char* what, std::uint64_t a, std::uint64_t b);
///@}

}  // namespace lath
