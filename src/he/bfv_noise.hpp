// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "he/context.hpp"
#include "lath/he/noise_bound.hpp"

/// @file
/// The noise of BFV, for v in (t/Q)(c0 + c1 s) = m + v modulo t. docs/noise.md derives the
/// formulas.
namespace lath::he::bfv {

/// Of a fresh ciphertext.
[[nodiscard]] NoiseBound fresh_noise(const Context& context);
/// Of a ciphertext after a plaintext was added: that of rounding Q m / t.
[[nodiscard]] NoiseBound with_plaintext(const Context& context, const Level& level,
                                        const NoiseBound& a);
/// Of a product with a plaintext whose squared canonical norm is given.
[[nodiscard]] NoiseBound times_plaintext(const NoiseBound& a, double squared_norm);
/// Of a product.
[[nodiscard]] NoiseBound product_noise(const Context& context, const Level& level,
                                       const NoiseBound& a, const NoiseBound& b);
/// After a key switch.
[[nodiscard]] NoiseBound switched_noise(const Context& context, const Level& level,
                                        const NoiseBound& a);
/// After the change to a level.
[[nodiscard]] NoiseBound lowered_noise(const Context& context, const Level& to,
                                       const NoiseBound& a);

/// Throws invalid_argument unless the bound promises the right plaintext. Rounding to it errs by
/// less than 2^-30.
void require_decryptable(const NoiseBound& noise, const char* what);

}  // namespace lath::he::bfv
