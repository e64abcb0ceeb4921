// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace lath {

/// The tabulated primes of one size: the `count` largest of exactly `bits` bits that are 1 mod
/// twice `largest_degree`, so that they serve the transforms of all degrees up to it.
struct PrimeTable {
  int bits;
  std::size_t largest_degree;
  std::size_t count;
};

/// The sizes there are. 14 bits: all primes there are, 15361, 13313 and 12289 (7681, of 13 bits,
/// serves degrees up to 256 only); 30 bits: all there are. The tables of 50 and 62 bits end at
/// 62,000 bits. The product of the first k of these has 50 k or 62 k bits; that of k primes of 14
/// or 30 bits can have up to k - 1 fewer, since the smaller ones are close to half the largest.
inline constexpr PrimeTable kPrimeTables[] = {
    {14, std::size_t{1} << 9, 3},
    {30, std::size_t{1} << 15, 784},
    {50, std::size_t{1} << 20, 1240},
    {62, std::size_t{1} << 20, 1000},
};

/// The table of primes of so many bits; one with count = 0 where there is none.
[[nodiscard]] constexpr PrimeTable prime_table(int bits) noexcept {
  for (const PrimeTable& table : kPrimeTables) {
    if (table.bits == bits) return table;
  }
  return {bits, 0, 0};
}

/// The primes of a table, largest first; they live as long as the program. Throws invalid_argument
/// where there is no table of this size.
[[nodiscard]] std::span<const std::uint64_t> tabulated_primes(int bits);

}  // namespace lath
