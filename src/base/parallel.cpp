// SPDX-License-Identifier: Apache-2.0
#include "lath/base/parallel.hpp"

#include "base/thread_pool.hpp"

namespace lath {

void run_in_parallel(std::size_t count, std::size_t threads,
                     void (*body)(void*, std::size_t, std::size_t) noexcept,
                     void* context) noexcept {
#ifdef LATH_WITH_THREADS
  if (threads > 1 && count > 1 && detail::run_in_pool({body, context, count, threads})) return;
#else
  (void)threads;
#endif
  for (std::size_t i = 0; i < count; ++i) body(context, i, 0);
}

bool threads_are_awake() noexcept {
#ifdef LATH_WITH_THREADS
  return detail::pool_is_awake();
#else
  return false;
#endif
}

}  // namespace lath
