// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/bfv/context.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/ring/poly.hpp"

namespace lath::he::bfv {

/// r = Q m mod t for the coefficients m of a plaintext. floor(Q m / t) = (Q m - r) / t is -r / t
/// modulo Q. Constant time.
[[nodiscard]] Buffer<std::int64_t, Secret> scaled_remainders(const BfvContext& context,
                                                             const Level& level,
                                                             const Plaintext& plaintext);

/// floor(Q m / t) modulo Q.
[[nodiscard]] Poly<DynamicRing, Coeff, Secret> scaled_to_q(const BfvContext& context,
                                                           const Level& level,
                                                           const Plaintext& plaintext);

}  // namespace lath::he::bfv
