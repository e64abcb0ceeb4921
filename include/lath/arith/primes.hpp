// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

/// Whether n is prime, for any 64-bit n. Exact: Miller–Rabin with the twelve prime bases up to 37
/// decides every n < 3.18 * 10^23 (J. Sorenson, J. Webster, Math. Comp. 86, 2017).
/// The time depends on n, which must be public. At most twelve powers modulo n.
[[nodiscard]] bool is_prime(std::uint64_t n) noexcept;

/// The `count` largest primes p < 2^bits with p = 1 mod 2 degree, largest first: the primes for
/// which Z_p[x]/(x^degree + 1) has a complete negacyclic transform.
///
/// `bits` is from 2 to 62, `degree` a power of two. Throws invalid_argument for anything else, and
/// if fewer than `count` such primes exist (the message says how many there are).
///
/// Tests about 0.35 * bits numbers for each prime, by the density of primes among odd numbers.
[[nodiscard]] std::vector<std::uint64_t> ntt_primes(int bits, std::size_t degree,
                                                    std::size_t count);

/// The `count` largest primes p = 1 mod 2 largest_degree that leave `margin_bits` bits of a word
/// free and satisfy has_margin() (margin_reduction.hpp), largest first. MarginReduction serves
/// them, and they have a complete negacyclic transform of every degree up to largest_degree (C.
/// Aguilar-Melchor et al., CT-RSA 2016, algorithm 1). With margin_bits >= 2 lazy transforms have
/// enough room, too.
///
/// `word_bits` is 16, 32 or 64, `margin_bits` from 1 to word_bits - 1, `largest_degree` a power of
/// two. Throws invalid_argument for anything else, and if fewer than `count` such primes exist
/// (the message says how many there are).
[[nodiscard]] std::vector<std::uint64_t> margin_primes(int word_bits, int margin_bits,
                                                       std::size_t largest_degree,
                                                       std::size_t count);

}  // namespace lath
