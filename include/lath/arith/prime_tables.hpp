// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/error.hpp"

namespace lath {

/// The tabulated primes of one size: the `count` largest of exactly `bits` bits that are 1 mod
/// 2 largest_degree. They serve the transforms of all degrees up to `largest_degree`.
struct PrimeTable {
  int bits;                    ///< the size of each prime
  std::size_t largest_degree;  ///< the largest degree of a transform
  std::size_t count;           ///< how many primes there are
};

/// All tables of primes. The tables of 14 bits (15361, 13313 and 12289) and of 30 bits are
/// complete: there are no more such primes. (7681, a prime of 13 bits, serves degrees up to 256
/// only.) The tables of 50 and 62 bits end at 62,000 bits. The product of the first k primes of 50
/// or 62 bits has 50 k or 62 k bits; the product of k primes of 14 or 30 bits can have up to k - 1
/// bits fewer, since the smallest primes are about half as large as the largest.
inline constexpr PrimeTable kPrimeTables[] = {
    {14, std::size_t{1} << 9, 3},
    {30, std::size_t{1} << 15, 784},
    {50, std::size_t{1} << 20, 1240},
    {62, std::size_t{1} << 20, 1000},
};

/// The table of primes of `bits` bits; one with count = 0 if there is none.
[[nodiscard]] constexpr PrimeTable prime_table(int bits) noexcept {
  for (const PrimeTable& table : kPrimeTables) {
    if (table.bits == bits) return table;
  }
  return {bits, 0, 0};
}

/// The primes of a table, largest first, valid as long as the program runs. Throws invalid_argument
/// if there is no table of this size.
[[nodiscard]] std::span<const std::uint64_t> tabulated_primes(int bits);

}  // namespace lath
