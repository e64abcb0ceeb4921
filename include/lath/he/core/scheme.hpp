// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::he {

/// A homomorphic scheme: where plaintexts are in c0 + c1 s, in the highest bits or in the lowest.
/// Bytes of objects begin with these numbers.
enum class Scheme : std::uint8_t { bfv = 1, bgv = 2 };

}  // namespace lath::he
