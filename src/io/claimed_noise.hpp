// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "he/context.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/io/noise_claim.hpp"

namespace lath::io {

/// The bound of a claim for a ciphertext of a level with so many parts. Throws invalid_argument for
/// a claim that no such ciphertext has.
[[nodiscard]] he::NoiseBound claimed_noise(const he::Context& context, std::size_t level,
                                           std::size_t parts, const NoiseClaim& claim);

}  // namespace lath::io
