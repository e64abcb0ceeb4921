// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// out[i] = a[places[i]] + integers[i] modulo p, for words in [0, p) and 128 < p < 2^62. As many as
/// there are integers. Constant time in words and integers.
void gathered_sums(Isa isa, std::uint64_t* out, const std::uint64_t* a, const std::uint16_t* places,
                   std::span<const std::int8_t> integers, std::uint64_t p) noexcept;

}  // namespace lath::detail
