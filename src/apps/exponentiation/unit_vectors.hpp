// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "apps/exponentiation/plan.hpp"
#include "lath/he/plaintexts/wide_values.hpp"

namespace lath::apps {

/// The packed coefficients of the unit vectors of an exponent's windows: number j (2^w - 1) + v - 1
/// is one if window j of w bits is v. No number stands for v = 0. Throws invalid_argument if the
/// exponent is too long. Constant time in the exponent.
[[nodiscard]] he::WideValues unit_vectors(const ExponentiationPlan& plan,
                                          std::span<const std::uint64_t> exponent);

}  // namespace lath::apps
