// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lath::detail {

/// The largest primes below 2^bits that are 1 modulo `step`, `count` of them or all that there are.
/// Throws invalid_argument unless bits is from 2 to 62.
[[nodiscard]] std::vector<std::uint64_t> largest_primes(int bits, std::uint64_t step,
                                                        std::size_t count);

}  // namespace lath::detail
