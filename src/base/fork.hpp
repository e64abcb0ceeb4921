// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <mutex>

namespace lath::detail {

/// The number of fork()s between the first process and this one. The forks are counted from the
/// first call on, which may throw std::bad_alloc.
[[nodiscard]] std::uint32_t fork_count();

/// Guards the values that the process computes once and keeps. The mutex is held for a look only,
/// and never while the process forks, so that a child does not find it locked by a thread that it
/// does not have. Throws std::bad_alloc.
[[nodiscard]] std::mutex& cache_mutex();

}  // namespace lath::detail
