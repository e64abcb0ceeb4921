// SPDX-License-Identifier: Apache-2.0
#include "base/fork.hpp"

#include <pthread.h>

#include <atomic>
#include <new>

namespace lath::detail {
namespace {

constinit std::atomic<std::uint32_t> forks{0};
constinit std::mutex caches;

void handle_forks() {
  static const int registered = pthread_atfork([] { caches.lock(); }, [] { caches.unlock(); },
                                               [] {
                                                 caches.unlock();
                                                 forks.fetch_add(1, std::memory_order_relaxed);
                                               });
  if (registered != 0) throw std::bad_alloc();
}

}  // namespace

std::uint32_t fork_count() {
  handle_forks();
  return forks.load(std::memory_order_relaxed);
}

std::mutex& cache_mutex() {
  handle_forks();
  return caches;
}

}  // namespace lath::detail
