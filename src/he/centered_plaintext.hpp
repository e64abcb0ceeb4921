// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lath/base/buffer.hpp"

namespace lath::he {

/// Coefficients in [0, t) as integers between -t/2 and t/2.
[[nodiscard]] Buffer<std::int64_t, Secret> centered(std::span<const std::uint64_t> coefficients,
                                                    std::uint64_t t);

}  // namespace lath::he
