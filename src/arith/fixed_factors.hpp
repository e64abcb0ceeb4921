// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::detail {

/// The constants of Montgomery products by fixed factors; variable time.

/// x - p where x > p / 2: the representative of least magnitude.
constexpr std::int64_t centered(std::uint64_t x, std::uint64_t p) noexcept {
  return static_cast<std::int64_t>(x > p / 2 ? x - p : x);
}

/// 1 / p modulo 2^64 for odd p, by Newton's iteration; each step doubles the number of correct low
/// bits.
constexpr std::uint64_t inverse_of_word(std::uint64_t p) noexcept {
  std::uint64_t x = p;  // correct to three bits, since p^2 = 1 mod 8
  for (int bits = 3; bits < 64; bits *= 2) x *= 2 - p * x;
  return x;
}

}  // namespace lath::detail
