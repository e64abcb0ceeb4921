// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lath {

/// Whether n is prime, for any 64-bit n. Exact: Miller–Rabin with the twelve prime bases up to 37
/// decides every n < 3.18 * 10^23 (J. Sorenson, J. Webster, Math. Comp. 86, 2017).
/// Its time depends on n: for public numbers.
[[nodiscard]] bool is_prime(std::uint64_t n) noexcept;

/// The `count` largest primes p < 2^bits with p = 1 mod 2 degree, largest first: those for which
/// Z_p[x]/(x^degree + 1) has a complete negacyclic transform.
///
/// `bits` is from 2 to 62, `degree` a power of two. Throws invalid_argument for anything else, and
/// where fewer than `count` such primes exist (the message says how many there are).
[[nodiscard]] std::vector<std::uint64_t> ntt_primes(int bits, std::size_t degree,
                                                    std::size_t count);

}  // namespace lath
