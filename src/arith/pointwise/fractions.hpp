// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/base/cpu.hpp"

/// @file
/// Sums of fractions modulo 1, as words of which the low 52 bits count: such a word u is the number
/// u / 2^52, and the carry of a sum beyond 1 vanishes by itself. So sum_i x_i a_i / q_i modulo 1
/// takes two multiply-adds of 52 bits for each x_i, and no reduction modulo q_i.
namespace lath::detail {

/// A number in [0, 1), rounded down to a multiple of 2^-104: high 2^-52 + low 2^-104.
struct Fraction104 {
  std::uint64_t high, low;

  /// a/q, for a < q < 2^52. Both are public.
  static Fraction104 quotient_vartime(std::uint64_t a, std::uint64_t q) noexcept;
};

/// sum[i] <- sum[i] + (x[i] high + floor(x[i] low / 2^52)) mod 2^52, the fraction of x[i] times a
/// number: less than it by less than 2^-52 + x[i] 2^-104. For x[i] <= 2^51. The bits of sum[i]
/// above the low 52 are unspecified. Constant time.
void add_fractions(Isa isa, std::uint64_t* sum, const std::uint64_t* x, Fraction104 factor,
                   std::size_t count) noexcept;

/// out[i] = floor(t (sum[i] mod 2^52) / 2^52), in [0, t), for t < 2^52. `out` may be `sum`.
/// Constant time.
void multiply_fractions(Isa isa, std::uint64_t* out, const std::uint64_t* sum, std::uint64_t t,
                        std::size_t count) noexcept;

}  // namespace lath::detail
