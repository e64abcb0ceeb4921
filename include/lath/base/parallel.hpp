// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "lath/base/error.hpp"

namespace lath {

/// Calls `body(context, i, thread)` for i from 0 to count - 1, each once, on at most `threads`
/// threads; see parallel_for_on(). One with less to do than about 100 microseconds for each of two
/// threads is slower on two.
void run_in_parallel(std::size_t count, std::size_t threads,
                     void (*body)(void*, std::size_t, std::size_t) noexcept,
                     void* context) noexcept;

/// Whether the library's threads are awake: they wait about 200 microseconds for the next loop
/// after one that all of them shared. A loop of about 12 microseconds of work for each thread is
/// then worth sharing, which is too short to wake them for. Takes about 30 nanoseconds.
[[nodiscard]] bool threads_are_awake() noexcept;

/// Calls f(i, thread) for i from 0 to count - 1, each once and in any order, on at most `threads`
/// threads and as many as lath::threads() says. `thread` is below `threads`, or 0, and tells apart
/// calls that run at the same time, so that each can have memory of its own. The calling thread
/// takes part, and takes whatever no other thread has begun. It does all calls by itself where the
/// library's threads work for another caller, inside another loop, and where other processes keep
/// the processors busy. `f` does not throw, fork, or wait for another call of this loop; calls do
/// not depend on one another, so that results do not depend on the number of threads.
template <class F>
void parallel_for_on(std::size_t threads, std::size_t count, F&& f) noexcept {
  static_assert(noexcept(f(count, threads)), "a thread has nobody to throw to");
  using Function = std::remove_reference_t<F>;
  run_in_parallel(
      count, threads,
      [](void* context, std::size_t i, std::size_t thread) noexcept {
        (*static_cast<Function*>(context))(i, thread);
      },
      const_cast<void*>(static_cast<const void*>(&f)));
}

/// Calls f(0), ..., f(count - 1) as parallel_for_on() does, on so many threads that there are at
/// least `grain` calls for each.
template <class F>
void parallel_for(std::size_t count, std::size_t grain, F&& f) noexcept {
  static_assert(noexcept(f(count)), "a thread has nobody to throw to");
  parallel_for_on(count / std::max<std::size_t>(grain, 1), count,
                  [&f](std::size_t i, std::size_t) noexcept { f(i); });
}

}  // namespace lath
