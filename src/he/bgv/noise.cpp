// SPDX-License-Identifier: Apache-2.0
#include "he/bgv/noise.hpp"

namespace lath::he::bgv {

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  return a.times(b, context.geometry.mean_square_value()).scaled(level.log2_q);
}

}  // namespace lath::he::bgv
