// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/context.hpp"
#include "lath/he/noise_bound.hpp"

/// @file
/// The noise of BGV, v = (c0 + c1 s)/Q with c0 + c1 s = f m + t e between -Q/2 and Q/2: decryption
/// is right while it is below 1/2. The message is part of it.
///
/// A bound promises two things for the deviation d that it states: the mean square of the
/// coefficients is at most d^2, and the value at each root of x^n + 1 is at most c sqrt(n) d, with
/// c^2 = ln(n) + 128 ln(2). Both hold for sums if they hold for the summands, and for products with
/// d = c sqrt(n) d_a d_b, also for squares: the values at the roots are multiplied, and the mean
/// square of the coefficients is that of the values, divided by n. So whatever circuit is computed,
/// they are assumptions only on what encryption, key switches and modulus switches add.
///
/// The coefficients of that are independent. Its values at the roots behave like Gaussian ones in
/// the complex plane, and the largest exceeds the second bound with probability 2^-129. What is
/// multiplied by the secret key exceeds it more often, at the few roots where the key is large; one
/// root is 2/n of a coefficient, so that it matters only in high powers of one ciphertext that are
/// computed without a switch. Finally, that no coefficient exceeds 14 deviations takes the
/// coefficients of a product for Gaussian ones.
namespace lath::he::bgv {

/// Of a product, not relinearised: the product of both noises by their values at the roots, which
/// are c0 + c1 s over Q. docs/noise.md derives it.
[[nodiscard]] NoiseBound product_noise(const Context& context, const Level& level,
                                       const NoiseBound& a, const NoiseBound& b);

}  // namespace lath::he::bgv
