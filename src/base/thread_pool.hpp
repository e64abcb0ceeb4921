// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace lath::detail {

/// A loop that threads share: see parallel_for_on().
struct Loop {
  void (*body)(void* context, std::size_t i, std::size_t thread) noexcept;
  void* context;
  std::size_t count, threads;
};

/// Runs a loop on the calling thread and the threads of the process's only pool. False, and nothing
/// was done, if the caller had better run it alone. Allocates nothing once the pool has its
/// threads.
bool run_in_pool(const Loop& loop) noexcept;

/// Whether the threads of the pool wait awake for the next loop.
[[nodiscard]] bool pool_is_awake() noexcept;

/// The number of threads that the pool of this process has started.
[[nodiscard]] std::size_t pool_threads() noexcept;

}  // namespace lath::detail
