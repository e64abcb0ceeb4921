// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>

#include "lath/base/error.hpp"

namespace lath {

/// Calls `body(context, i)` for i from 0 to count - 1, each once; see parallel_for().
void run_in_parallel(std::size_t count, std::size_t grain,
                     void (*body)(void*, std::size_t) noexcept, void* context) noexcept;

/// The most threads that share work: OpenMP's, or 1 in a build without it.
[[nodiscard]] std::size_t parallel_threads() noexcept;

/// Calls f(0), ..., f(count - 1), each once and in any order. Several threads share the calls if
/// there are at least `grain` calls for each of two or more threads; otherwise, and in a build
/// without OpenMP, they run one after the other on the calling thread. `f` does not throw, and its
/// calls do not depend on one another, so that results do not depend on the number of threads.
template <class F>
void parallel_for(std::size_t count, std::size_t grain, F&& f) noexcept {
  static_assert(noexcept(f(count)), "a thread has nobody to throw to");
  using Function = std::remove_reference_t<F>;
  run_in_parallel(
      count, grain,
      [](void* context, std::size_t i) noexcept { (*static_cast<Function*>(context))(i); },
      const_cast<void*>(static_cast<const void*>(&f)));
}

}  // namespace lath
