// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/bfv/context.hpp"
#include "he/noise/noise_formulas.hpp"

/// @file
/// The noise of BFV, for v in (t/Q)(c0 + c1 s) = m + v modulo t. docs/noise.md derives the
/// formulas.
namespace lath::he::bfv {

/// Of a fresh ciphertext.
[[nodiscard]] NoiseBound fresh_noise(const Context& context);
/// Of a ciphertext after a plaintext was added: that of rounding Q m / t.
[[nodiscard]] NoiseBound with_plaintext(const Context& context, const Level& level,
                                        const NoiseBound& a);
/// Of a product.
[[nodiscard]] NoiseBound product_noise(const BfvContext& context, const Level& level,
                                       const NoiseBound& a, const NoiseBound& b);

}  // namespace lath::he::bfv
