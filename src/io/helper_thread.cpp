// SPDX-License-Identifier: Apache-2.0
#include "io/helper_thread.hpp"

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

// The helpers of this process: a forked child has none of its parent's.
struct Helpers {
  std::uint32_t forks = 0;
  std::size_t count = 0;
};
constinit Helpers helpers;

bool take_seat(std::uint32_t forks) {
  const std::scoped_lock lock(detail::cache_mutex());
  if (helpers.forks != forks) helpers = {.forks = forks};
  if (helpers.count + 1 >= threads()) return false;
  ++helpers.count;
  return true;
}

void leave_seat(std::uint32_t forks) {
  const std::scoped_lock lock(detail::cache_mutex());
  if (helpers.forks == forks) --helpers.count;
}

}  // namespace

bool HelperThread::start(void (*run)(void*) noexcept, void* context) noexcept {
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

void HelperThread::join() noexcept {
  if (!thread_.joinable()) return;
  thread_.join();
  leave_seat(forks_);
}

}  // namespace lath::io
