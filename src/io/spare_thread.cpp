// SPDX-License-Identifier: Apache-2.0
#include "io/spare_thread.hpp"

#include <csignal>
#include <cstddef>
#include <mutex>
#include <new>
#include <system_error>

#include "base/fork.hpp"
#include "lath/base/error.hpp"
#include "lath/base/threads.hpp"

namespace lath::io {
namespace {

// The spare threads of this process: a forked child has none of its parent's.
struct Spares {
  std::uint32_t forks = 0;
  std::size_t count = 0;
};
constinit Spares spares;

bool take_seat(std::uint32_t forks) {
  const std::scoped_lock lock(detail::cache_mutex());
  if (spares.forks != forks) spares = {.forks = forks};
  if (spares.count + 1 >= threads()) return false;
  ++spares.count;
  return true;
}

void leave_seat(std::uint32_t forks) {
  const std::scoped_lock lock(detail::cache_mutex());
  if (spares.forks == forks) --spares.count;
}

}  // namespace

bool SpareThread::start(void (*run)(void*) noexcept, void* context) noexcept {
  try {
    forks_ = detail::fork_count();
    if (!take_seat(forks_)) return false;
  } catch (const std::bad_alloc&) {
    return false;
  } catch (const Error&) {
    return false;  // LATH_THREADS is no number
  }
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = std::thread(run, context);
  } catch (const std::system_error&) {
    leave_seat(forks_);
  } catch (const std::bad_alloc&) {
    leave_seat(forks_);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread_.joinable();
}

void SpareThread::join() noexcept {
  if (!thread_.joinable()) return;
  thread_.join();
  leave_seat(forks_);
}

}  // namespace lath::io
