// SPDX-License-Identifier: Apache-2.0
//
// The threads of a process that share its loops. Calls of a loop are claimed one by one, so that a
// thread which the system takes from its processor delays only the call that it is in. Threads
// without work sleep on an atomic. Nothing here has a destructor: threads sleep until the process
// ends, whatever ends it.
#include "base/thread_pool.hpp"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <new>
#include <system_error>
#include <thread>

#include "base/team_size.hpp"
#include "base/thread_count.hpp"

namespace lath::detail {
namespace {

std::int64_t nanoseconds(clockid_t clock) noexcept {
  timespec time{};
  clock_gettime(clock, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void pause_processor() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Whether `arrived` holds before `longest` has passed, without leaving the processor.
template <class Condition>
bool comes_soon(std::int64_t longest, const Condition& arrived) noexcept {
  const std::int64_t end = nanoseconds(CLOCK_MONOTONIC) + longest;
  do {
    for (int i = 0; i < 16; ++i) {
      if (arrived()) return true;
      pause_processor();
    }
  } while (nanoseconds(CLOCK_MONOTONIC) < end);
  return false;
}

// Loops inside of loops run on the thread that meets them.
thread_local bool inside_loop = false;

class Pool {
 public:
  bool run(const Loop& loop) noexcept;
  [[nodiscard]] bool is_awake() const noexcept {
    const std::int64_t end = awake_until_.load(std::memory_order_relaxed);
    return end != 0 && nanoseconds(CLOCK_MONOTONIC) < end;
  }
  [[nodiscard]] std::size_t started() const noexcept { return started_.load(); }
  void forget() noexcept;

 private:
  // The loops of an operation follow one another sooner than this, and so do operations that follow
  // one another: for each of them a thread that slept would have to be woken.
  static constexpr std::int64_t kAwake = 200'000;
  // The threads at work on a loop, and above them the seats that are free.
  static constexpr std::uint32_t kSeat = 1U << 16, kWorkers = kSeat - 1;

  bool share_if_free(Loop loop) noexcept;
  void share(const Loop& loop) noexcept;
  static bool start_one() noexcept;
  void start(std::size_t threads) noexcept;
  void work() noexcept;
  void join() noexcept;
  std::size_t run_calls(std::size_t thread) noexcept;
  std::uint32_t wait_for_workers() noexcept;

  // Counts loops. On a cache line of its own, like the members that follow.
  alignas(64) std::atomic<std::uint32_t> loops_{0};
  alignas(64) std::atomic<std::uint32_t> seats_{0};
  alignas(64) std::atomic<std::size_t> next_{0};  // the first call that nobody has claimed
  alignas(64) std::atomic<bool> taken_{false};
  std::atomic<bool> stays_awake_{true};
  std::atomic<std::int64_t> awake_until_{0};
  std::atomic<std::size_t> callers_{0};  // threads in loops that are worth sharing
  std::atomic<std::uint32_t> forks_{0};
  std::atomic<std::size_t> started_{0};
  bool handles_forks_ = false;
  // The loop of the thread that has taken the pool.
  Loop loop_{};
  std::size_t claim_ = 1;  // calls that are claimed at once
  TeamSize team_;
};

constinit Pool pool;

bool Pool::run(const Loop& loop) noexcept {
  const std::size_t most = thread_count();
  if (most <= 1 || inside_loop) return false;
  const std::uint32_t forks = forks_.load(std::memory_order_relaxed);
  const std::size_t others = callers_.fetch_add(1, std::memory_order_relaxed);
  inside_loop = true;
  // Where other threads of the program compute, the processors that are left are fewer.
  Loop mine = loop;
  mine.threads = std::min({loop.threads, loop.count, most - std::min(others, most - 1)});
  const bool shared = mine.threads > 1 && share_if_free(mine);
  if (!shared) {
    for (std::size_t i = 0; i < loop.count; ++i) loop.body(loop.context, i, 0);
  }
  inside_loop = false;
  if (forks == forks_.load(std::memory_order_relaxed)) {
    callers_.fetch_sub(1, std::memory_order_relaxed);
  }
  return true;
}

// False where the pool works for somebody else, or had better not work now.
bool Pool::share_if_free(Loop loop) noexcept {
  if (taken_.exchange(true, std::memory_order_acquire)) return false;
  start(loop.threads - 1);
  loop.threads = std::min(team_.now(nanoseconds(CLOCK_MONOTONIC), loop.threads),
                          started_.load(std::memory_order_relaxed) + 1);
  const bool worth = loop.threads > 1;
  if (worth) share(loop);
  taken_.store(false, std::memory_order_release);
  return worth;
}

void Pool::share(const Loop& loop) noexcept {
  const auto workers = static_cast<std::uint32_t>(loop.threads - 1);
  loop_ = loop;
  claim_ = std::max<std::size_t>(loop.count / (32 * loop.threads), 1);
  next_.store(0, std::memory_order_relaxed);
  const std::int64_t begin = nanoseconds(CLOCK_MONOTONIC);
  const std::int64_t begin_running = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  seats_.store(workers * kSeat, std::memory_order_release);
  loops_.fetch_add(1, std::memory_order_release);
  for (std::uint32_t i = 0; i < workers; ++i) loops_.notify_one();

  const std::size_t claims = run_calls(0);
  const std::int64_t done = nanoseconds(CLOCK_MONOTONIC);
  const std::int64_t done_running = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  const bool helped = wait_for_workers() < workers;

  const std::int64_t end = nanoseconds(CLOCK_MONOTONIC), running = done_running - begin_running;
  const std::int64_t claim = running / static_cast<std::int64_t>(std::max<std::size_t>(claims, 1));
  const std::int64_t waited = std::max<std::int64_t>(end - done - 2 * claim, 0);
  const std::int64_t lost = helped ? waited + (done - begin) - running : end - begin;
  team_.finished(end, loop.threads, end - begin, lost);
  const bool whole = team_.whole(loop.threads);
  stays_awake_.store(whole, std::memory_order_relaxed);
  awake_until_.store(whole ? end + kAwake : 0, std::memory_order_relaxed);
}

// Claims calls and makes them, until there are none left. How many claims there were.
std::size_t Pool::run_calls(std::size_t thread) noexcept {
  for (std::size_t claims = 0;; ++claims) {
    const std::size_t first = next_.fetch_add(claim_, std::memory_order_relaxed);
    if (first >= loop_.count) return claims;
    const std::size_t last = std::min(loop_.count, first + claim_);
    for (std::size_t i = first; i < last; ++i) loop_.body(loop_.context, i, thread);
  }
}

// From here on no thread joins, and the threads that have joined are in their last calls. Returns
// the number of seats that no thread took.
std::uint32_t Pool::wait_for_workers() noexcept {
  const std::uint32_t seats = seats_.fetch_and(kWorkers, std::memory_order_acquire);
  std::uint32_t workers = seats & kWorkers;
  const auto left = [&] {
    workers = seats_.load(std::memory_order_acquire);
    return workers == 0;
  };
  if (workers != 0 && !comes_soon(kAwake, left)) {
    while (!left()) seats_.wait(workers, std::memory_order_acquire);
  }
  return seats / kSeat;
}

// Takes a seat at the loop that is running, if one is free.
void Pool::join() noexcept {
  std::uint32_t seats = seats_.load(std::memory_order_acquire);
  do {
    if (seats < kSeat) return;
  } while (!seats_.compare_exchange_weak(seats, seats - kSeat + 1, std::memory_order_acquire));
  run_calls(loop_.threads - seats / kSeat);
  if ((seats_.fetch_sub(1, std::memory_order_release) & kWorkers) == 1) seats_.notify_one();
}

void Pool::work() noexcept {
  inside_loop = true;
  for (;;) {
    const std::uint32_t loops = loops_.load(std::memory_order_acquire);
    join();
    const auto next = [&] { return loops_.load(std::memory_order_relaxed) != loops; };
    if (stays_awake_.load(std::memory_order_relaxed) && comes_soon(kAwake, next)) continue;
    loops_.wait(loops, std::memory_order_relaxed);
  }
}

// Whether the system gave a thread.
bool Pool::start_one() noexcept {
  try {
    std::thread([] { pool.work(); }).detach();
    return true;
  } catch (const std::system_error&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

// Lets the pool have as many threads, or as many as the system gives.
void Pool::start(std::size_t threads) noexcept {
  if (started_.load(std::memory_order_relaxed) >= threads) return;
  if (!handles_forks_) {
    if (pthread_atfork(nullptr, nullptr, [] { pool.forget(); }) != 0) return;
    handles_forks_ = true;
  }
  // Signals are for the program's own threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  while (started_.load(std::memory_order_relaxed) < threads && start_one()) {
    started_.fetch_add(1, std::memory_order_relaxed);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// In a child, which has only the thread that called fork().
void Pool::forget() noexcept {
  forks_.fetch_add(1, std::memory_order_relaxed);
  seats_.store(0);
  callers_.store(0);
  started_.store(0);
  awake_until_.store(0);
  team_ = {};
  taken_.store(false);
}

}  // namespace

bool run_in_pool(const Loop& loop) noexcept { return pool.run(loop); }
bool pool_is_awake() noexcept { return pool.is_awake(); }
std::size_t pool_threads() noexcept { return pool.started(); }

}  // namespace lath::detail
