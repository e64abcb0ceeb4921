// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "lath/arith/modulus.hpp"

namespace lath {

/// The least integer whose multiplicative order modulo the prime p is exactly `order`, a power of
/// two of at least 2 that divides p - 1. Throws invalid_argument where there is none.
///
/// The search multiplies order/2 times; its result is remembered for the life of the process, so
/// that it never runs twice for one pair. Safe to call from several threads.
[[nodiscard]] std::uint64_t least_primitive_root(const Modulus& p, std::uint64_t order);

}  // namespace lath
