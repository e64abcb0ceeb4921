// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "he/context.hpp"

namespace lath::he {

/// Identifies what keys and ciphertexts depend on: SHA3-256 of "lath he 1" and, as numbers of eight
/// bytes with the least significant first, the number of the scheme, n, t, the number of primes of
/// Q, of special primes, and all these primes; behind them 1 for Gaussian errors, 2 and the primes
/// of a digit where they are not as many as the special ones, 3 and m for a ring that is no power
/// of two. What the parameters say of security, and the primes that only products of BFV need, make
/// no difference.
using ParametersFingerprint = std::array<std::byte, 32>;
[[nodiscard]] ParametersFingerprint fingerprint(const Context& context);

}  // namespace lath::he
