// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace lath::bench {

/// Indices below 2^15 that were drawn once.
inline constexpr std::uint64_t kDrawnIndices[] = {887,   3329,  4957,  5553,  8517,  10732, 18777,
                                                  20834, 22088, 22490, 23687, 25119, 25780, 27834,
                                                  28580, 28837, 29645, 29656, 29672, 29679};

/// Registers cyclotomic/product/<index>/lath: the product of two polynomials modulo Phi_m and a
/// prime of 50 bits, from coefficients to coefficients.
void register_cyclotomic_products(std::uint64_t m);

/// Registers cyclotomic/encrypt/...: products P U + E in the ring of index 2783 with three primes
/// of 50 bits, P prepared, U of 0 and 1, E small, from coefficients to coefficients; for one to
/// four pairs (U, E), and for both halves of a ciphertext, two P with one U. And the lift of a
/// result to integers.
void register_encryptions();

}  // namespace lath::bench
