// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/context.hpp"
#include "lath/he/noise_bound.hpp"

/// @file
/// What the noises of BFV and of BGV have in common. In both, an error e in c0 + c1 s counts as
/// (t/Q) e: BFV scales by t/Q, and the errors of BGV are multiples of t, measured in units of Q.
/// docs/noise.md derives the formulas.
namespace lath::he {

[[nodiscard]] double log2_t(const Context& context);
/// (t/Q) e for an error e of this deviation.
[[nodiscard]] NoiseBound noise_of_words(const Context& context, const Level& level,
                                        double log2_deviation);
/// The deviation of d0 + d1 s, where coefficients of d0 and d1 are at most 1/2, variance 1/12, and
/// s has at most n coefficients that are not zero.
[[nodiscard]] double log2_rounding(const Context& context);
/// The variance of e u + e0 + e1 s, the error of a fresh ciphertext.
[[nodiscard]] double encryption_variance(const Context& context);

/// Of a product with a plaintext whose squared canonical norm is given.
[[nodiscard]] NoiseBound times_plaintext(const NoiseBound& a, double squared_norm);
/// After a key switch.
[[nodiscard]] NoiseBound switched_noise(const Context& context, const Level& level,
                                        const NoiseBound& a);
/// After the change to a level.
[[nodiscard]] NoiseBound lowered_noise(const Context& context, const Level& to,
                                       const NoiseBound& a);

/// Throws invalid_argument unless the bound promises the right plaintext. Finding it errs by less
/// than 2^-30.
void require_decryptable(const NoiseBound& noise, const char* what);

}  // namespace lath::he
