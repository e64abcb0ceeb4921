// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

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
/// The deviation of an error whose coefficients are uniform from -1 to 1.
[[nodiscard]] double log2_uniform(const Context& context);
/// The deviation of d0 + d1 s, and of d0 + d1 s + d2 s^2 with three parts, where coefficients of
/// all d_i are at most 1/2, variance 1/12, and s is a secret key.
[[nodiscard]] double log2_rounding(const Context& context, std::size_t parts);
/// The largest value of a noise at the complex roots of the ring in units of its deviation,
/// exceeded with probability 2^-129.
[[nodiscard]] double largest_value(const Context& context);
/// The variance of e u + e0 + e1 s, the error of a fresh ciphertext.
[[nodiscard]] double encryption_variance(const Context& context);

/// What a plaintext adds: its rounding in BFV, and all of it in BGV. Coefficients next to zero.
[[nodiscard]] NoiseBound message_noise(const Context& context, const Level& level);
/// Of an encryption of zero with the public key, at a level.
[[nodiscard]] NoiseBound zero_noise(const Context& context, const Level& level);
/// Of a fresh ciphertext, encrypted with the public key.
[[nodiscard]] NoiseBound fresh_noise(const Context& context);
/// Of a fresh ciphertext, encrypted with the secret key: it has one error, e.
[[nodiscard]] NoiseBound symmetric_noise(const Context& context);
/// After a key switch.
[[nodiscard]] NoiseBound switched_noise(const Context& context, const Level& level,
                                        const NoiseBound& a);
/// After the change to a level, of a ciphertext or a product with so many parts.
[[nodiscard]] NoiseBound lowered_noise(const Context& context, const Level& to, const NoiseBound& a,
                                       std::size_t parts);

/// Throws invalid_argument unless the bound promises the right plaintext. Finding it errs by less
/// than 2^-30.
void require_decryptable(const NoiseBound& noise, const char* what);

}  // namespace lath::he
