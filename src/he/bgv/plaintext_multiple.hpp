// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "he/bgv/context.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/ring/poly.hpp"

namespace lath::he::bgv {

/// f m modulo t as a polynomial modulo Q with coefficients in [-t/2, t/2], for a factor f in [0,
/// t). The time does not depend on m.
[[nodiscard]] Poly<DynamicRing, Coeff, Secret> multiple_of(const Plaintext& m, std::uint64_t f,
                                                           const BgvContext& context,
                                                           const Level& level);

}  // namespace lath::he::bgv
