// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "lath/he/noise/noise_model.hpp"

namespace lath::circuits {

/// Products one after the other, by their bounds.
struct ProductNoise {
  std::vector<std::size_t> levels;  ///< the level of each product
  double bits = 0;                  ///< the noise budget after the last relinearisation
};

/// The noise of `depth` products, each of two operands that went through as many products before,
/// and is relinearised. In BGV the operands are switched to the level at which the product has the
/// most budget. Nothing if a bound does not promise decryption on the way.
[[nodiscard]] std::optional<ProductNoise> noise_of_products(const he::NoiseModel& model,
                                                            unsigned depth);

}  // namespace lath::circuits
