// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "lath/circuits/memory.hpp"
#include "lath/he/core/prime_pool.hpp"

namespace lath::circuits {

/// The needs of a checked literal, with primes from a pool.
[[nodiscard]] MemoryNeeds needs_of(he::Scheme scheme, const he::Literal& literal,
                                   he::PrimePool& pool);

/// "31.2 GB", "8 MB": with a decimal where there is one digit or two before it.
[[nodiscard]] std::string text_of_bytes(std::size_t bytes);

/// The error of a peak above a limit.
[[noreturn]] void refuse_memory(std::size_t needed, std::size_t limit);

}  // namespace lath::circuits
