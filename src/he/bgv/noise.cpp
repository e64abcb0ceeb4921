// SPDX-License-Identifier: Apache-2.0
#include "he/bgv/noise.hpp"

#include <cmath>

#include "he/noise/noise_formulas.hpp"

namespace lath::he::bgv {

NoiseBound product_noise(const Context& context, const Level& level, const NoiseBound& a,
                         const NoiseBound& b) {
  return a.scaled(b.log2_deviation() + level.log2_q + std::log2(largest_value(context)))
      .with_origin(join(a.origin(), b.origin()));
}

}  // namespace lath::he::bgv
