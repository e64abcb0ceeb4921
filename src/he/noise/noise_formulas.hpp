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
/// The largest value of a polynomial whose coefficients somebody chose from -1/2 to 1/2.
[[nodiscard]] double largest_chosen_value(const Context& context);
/// What counts as the deviation of such a polynomial: its products with other polynomials are
/// within their bounds, too, whatever they are.
[[nodiscard]] double chosen_deviation(const Context& context);
/// The deviation of residues modulo a modulus, next to zero, as parts of it: those of a drawn part
/// of a ciphertext if t is below the modulus, and those that somebody chose otherwise.
[[nodiscard]] double residue_deviation(const Context& context, double log2_modulus);
/// The deviation of d0 + d1 s, and of d0 + d1 s + d2 s^2 with three parts, where d_i are what a
/// division by a divisor rounds away and s is a secret key.
[[nodiscard]] double log2_rounding(const Context& context, std::size_t parts, double log2_divisor);
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
/// After the change from a level to the one below, of a ciphertext or a product with so many parts.
[[nodiscard]] NoiseBound lowered_noise(const Context& context, const Level& from,
                                       const NoiseBound& a, std::size_t parts);

/// Throws invalid_argument unless the bound promises the right plaintext. Finding it errs by less
/// than 2^-30.
void require_decryptable(const NoiseBound& noise, const char* what);

}  // namespace lath::he
