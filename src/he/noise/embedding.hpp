// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath::he {

/// The largest |a(z)|^2 over the roots z of x^n + 1 in the complex numbers, for a polynomial with
/// these n coefficients, n a power of two: the square of its canonical norm. In double precision,
/// with a relative error of less than 2^-40. Takes n log2(n) operations in an order that does not
/// depend on the coefficients.
[[nodiscard]] double squared_canonical_norm(std::span<const std::int64_t> coefficients);

/// What the noise bounds count on for the secret key, for the square of its canonical norm: (2n/3)
/// (ln(n) + 8). Each |s(z)|^2 / (2n/3) is distributed nearly exponentially, so that a key is above
/// it with probability (n/2) exp(-ln(n) - 8).
[[nodiscard]] double largest_secret_norm(std::size_t degree) noexcept;

}  // namespace lath::he
