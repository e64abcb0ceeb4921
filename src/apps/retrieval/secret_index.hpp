// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/base/constant_time.hpp"

namespace lath::apps {

/// A quotient and a remainder.
struct SecretQuotient {
  std::uint64_t quotient, remainder;
};

/// x over a public divisor below 2^63, which is not 0. Constant time in x: one bit of the quotient
/// after the other.
[[nodiscard]] constexpr SecretQuotient divide_secret(std::uint64_t x,
                                                     std::uint64_t divisor) noexcept {
  SecretQuotient result{0, 0};
  for (int bit = 63; bit >= 0; --bit) {
    result.remainder = result.remainder << 1 | (x >> bit & 1);
    const std::uint64_t fits = ~ct::mask_less(result.remainder, divisor);
    result.remainder -= divisor & fits;
    result.quotient = result.quotient << 1 | (fits & 1);
  }
  return result;
}

}  // namespace lath::apps
