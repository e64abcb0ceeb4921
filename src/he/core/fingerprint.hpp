// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "he/core/chain_primes.hpp"
#include "lath/arith/natural.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"

namespace lath::he {

/// A hash of parameters: SHA3-256.
using Fingerprint = std::array<std::byte, 32>;

/// Identifies all that keys depend on: the hash of "lath he keys 2" and, as numbers of eight bytes
/// with the least significant first, the index of the ring, 2n for the degree n, the number of
/// primes of Q and of special primes, all these primes, the number of primes in a digit, and 0, 1
/// or 2 for binomial, Gaussian and wide Gaussian errors. Plaintexts, security and the auxiliary
/// primes of BFV make no difference.
[[nodiscard]] Fingerprint fingerprint_of(const Literal& whole, const ChainPrimes& primes);

/// Identifies all that plaintexts depend on: the hash of "lath he plaintexts 2", the index of the
/// ring, and t in words of eight bytes. For a short modulus it is the hash of "lath he short
/// plaintexts 2" and, behind p, its index, coefficients as two's complements, and root.
[[nodiscard]] Fingerprint fingerprint_of(std::uint64_t index, const Natural& t,
                                         const ShortModulus& short_t);

/// Identifies all that ciphertexts depend on: the hash of "lath he 2", the number of the scheme,
/// the fingerprint of the keys, and t in words of eight bytes; "lath he short 2" and the same
/// numbers behind p for a short modulus.
[[nodiscard]] Fingerprint fingerprint_of(Scheme scheme, const Fingerprint& keys, const Natural& t,
                                         const ShortModulus& short_t);

}  // namespace lath::he
