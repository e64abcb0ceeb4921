// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/modulus.hpp"

namespace lath {

/// The least integer whose multiplicative order modulo the prime p is exactly `order`, at least 2
/// and a divisor of p - 1. Throws invalid_argument if there is none.
///
/// The search takes up to `order` products. Its result is remembered as long as the process lives,
/// so that it never runs twice for the same arguments. Safe to call from several threads.
[[nodiscard]] std::uint64_t least_primitive_root(const Modulus& p, std::uint64_t order);

}  // namespace lath
