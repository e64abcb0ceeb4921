// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace lath::testing {

/// The least, one in the middle and the largest prime of 12 bits.
inline constexpr std::array<std::uint32_t, 3> kPrimesOf12Bits = {2053, 3329, 4093};

}  // namespace lath::testing
