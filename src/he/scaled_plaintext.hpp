// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "he/context.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/ring/poly.hpp"

namespace lath::he::bfv {

/// floor(Q m / t) = (Q m - r) / t for r = Q m mod t, which is -r / t modulo Q, as values. The time
/// does not depend on m.
[[nodiscard]] Poly<DynamicRing, Coeff, Secret> scaled_to_q(const Context& context,
                                                           const Level& level,
                                                           const Plaintext& plaintext);

/// The coefficients of a plaintext between -t/2 and t/2.
[[nodiscard]] Buffer<std::int64_t, Secret> centered_coefficients(const Plaintext& plaintext,
                                                                 std::uint64_t t);

}  // namespace lath::he::bfv
