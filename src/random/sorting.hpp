// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Sorts words below 2^63 in increasing order, in constant time: a sorting network, whose
/// comparisons depend on the number of words only. n words take about n log2(n)^2 / 4 comparisons.
void sort_words(Isa isa, std::span<std::uint64_t> words) noexcept;

}  // namespace lath::detail
