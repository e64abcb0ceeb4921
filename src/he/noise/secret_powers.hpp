// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// @file
/// What the noise bounds count on for a secret key s, with u(z) = 1 + |s(z)|^2 at the n roots z of
/// x^n + 1. |s(z)|^2 / (2n/3) is distributed nearly exponentially, so that u^j has nearly the mean
/// j! (2n/3)^j.
namespace lath::he {

/// For the largest |s(z)|^2, the square of the canonical norm: (2n/3) (ln(n) + 4).
[[nodiscard]] double largest_secret_norm(std::size_t degree) noexcept;

/// For the mean of u^j over the roots, as a logarithm, j at most NoiseBound::kProducts: the least of
/// 2 j! (1 + 2n/3)^j, of what the power before and the largest u allow, and for j = 1, where the
/// mean is 1 + sum_i s_i^2, of 1 + n.
[[nodiscard]] double log2_mean_secret_power(std::size_t degree, std::size_t j) noexcept;

/// Whether both hold for a secret with these coefficients. One in ten that are drawn is refused.
/// Constant time.
[[nodiscard]] bool has_bounded_powers(std::span<const std::int64_t> coefficients);

}  // namespace lath::he
