// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "he/context.hpp"
#include "lath/he/ciphertext.hpp"

namespace lath::he {

/// The noise of a product of two ciphertexts of a level.
using ProductNoise = NoiseBound (*)(const Context& context, const Level& level, const NoiseBound& a,
                                    const NoiseBound& b);

/// The noise of the sum of the products a[i] b[i]. Throws, as ProductEvaluator says, unless all
/// belongs together and the sum can be decrypted.
[[nodiscard]] NoiseBound dot_product_noise(const std::shared_ptr<const Context>& context,
                                           std::span<const Ciphertext> a,
                                           std::span<const Ciphertext> b, ProductNoise of_product);

}  // namespace lath::he
