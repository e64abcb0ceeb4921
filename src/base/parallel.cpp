// SPDX-License-Identifier: Apache-2.0
#include "lath/base/parallel.hpp"

#ifdef LATH_OPENMP
#include <omp.h>

#include <algorithm>
#include <cstdint>
#endif

namespace lath {

std::size_t parallel_threads() noexcept {
#ifdef LATH_OPENMP
  return static_cast<std::size_t>(omp_get_max_threads());
#else
  return 1;
#endif
}

void run_in_parallel(std::size_t count, [[maybe_unused]] std::size_t grain,
                     void (*body)(void*, std::size_t) noexcept, void* context) noexcept {
#ifdef LATH_OPENMP
  const std::size_t shares = count / std::max<std::size_t>(grain, 1);
  const auto threads =
      shares > 1 ? std::min(static_cast<std::size_t>(omp_get_max_threads()), shares) : 1;
  // Inside a parallel region of the caller there are enough threads already.
  if (threads > 1 && omp_in_parallel() == 0) {
    const auto calls = static_cast<std::int64_t>(count);
#pragma omp parallel for schedule(static) num_threads(static_cast<int>(threads))
    for (std::int64_t i = 0; i < calls; ++i) body(context, static_cast<std::size_t>(i));
    return;
  }
#endif
  for (std::size_t i = 0; i < count; ++i) body(context, i);
}

}  // namespace lath
