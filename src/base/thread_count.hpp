// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lath::detail {

/// threads(), or 1 where that would throw.
[[nodiscard]] std::size_t thread_count() noexcept;

}  // namespace lath::detail
