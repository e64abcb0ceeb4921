// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/bfv/context.hpp"
#include "lath/he/noise_bound.hpp"

namespace lath::he::bfv {

/// The shortest auxiliary base whose roundings add at most a 32nd to the noise of a product.
[[nodiscard]] const Auxiliary& auxiliary_for(const Context& context, const Level& level,
                                             const NoiseBound& a, const NoiseBound& b);

/// Of a product, not relinearised, of a context of BFV. docs/noise.md derives it.
[[nodiscard]] NoiseBound product_noise(const Context& context, const Level& level,
                                       const NoiseBound& a, const NoiseBound& b);

}  // namespace lath::he::bfv
