// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace lath::detail {

/// The most rows that a map of an engine takes or gives.
inline constexpr std::size_t kMaxRows = 1024;

/// A number of words rounded up to whole cache lines.
constexpr std::size_t whole_lines(std::size_t words) noexcept { return (words + 7) / 8 * 8; }

}  // namespace lath::detail
