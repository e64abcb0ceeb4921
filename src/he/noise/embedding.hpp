// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::he {

///@{
/// |a(z)|^2 at the roots z of x^n + 1 in the complex numbers, for a polynomial with these n
/// coefficients, n a power of two, and the largest of them: the square of the canonical norm. In
/// double precision, with an error of less than 2^-40 of the largest. Takes n log2(n) operations in
/// an order that does not depend on the coefficients.
void squared_values_at_roots(std::span<double> out, std::span<const std::int64_t> coefficients);
[[nodiscard]] double squared_canonical_norm(std::span<const std::int64_t> coefficients);
///@}

}  // namespace lath::he
