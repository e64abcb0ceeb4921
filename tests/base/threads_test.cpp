// SPDX-License-Identifier: Apache-2.0
//
// The number of threads, and the pool that they come from: as many as were asked for, one pool for
// all callers, and a new one in a forked child.
#include "lath/base/threads.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/thread_pool.hpp"
#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"

namespace lath {
namespace {

using namespace std::chrono_literals;

// Where a build has no threads, or the pool none, there is nobody to share with.
#ifdef LATH_WITH_THREADS
constexpr bool kHasThreads = true;
using detail::pool_threads;
#else
constexpr bool kHasThreads = false;
std::size_t pool_threads() { return 0; }
#endif

// The thread sanitizer does not follow a child that starts threads.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LATH_TEST_WITHOUT_FORKS
#endif
#endif
#ifdef LATH_TEST_WITHOUT_FORKS
constexpr bool kForks = false;
#else
constexpr bool kForks = kHasThreads;
#endif

class Threads : public ::testing::Test {
 protected:
  void SetUp() override { set_threads(2); }
  void TearDown() override { set_threads(before_); }

 private:
  std::size_t before_ = threads();
};

// The sum of squares below 1000, by a loop on as many threads as may be.
std::uint64_t sum_of_squares() {
  std::atomic<std::uint64_t> sum = 0;
  parallel_for(1000, 1, [&](std::size_t i) noexcept { sum += i * i; });
  return sum;
}
constexpr std::uint64_t kSumOfSquares = 332'833'500;

// Whether two threads of different numbers meet in a loop: each call waits for another one. A pool
// that was held up by other processes tries again after a second at most.
bool two_threads_meet() {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (std::chrono::steady_clock::now() < end) {
    std::atomic<int> there = 0;
    std::vector<std::thread::id> ids(2);
    std::vector<std::size_t> numbers(2);
    parallel_for_on(2, 2, [&](std::size_t i, std::size_t thread) noexcept {
      ids[i] = std::this_thread::get_id();
      numbers[i] = thread;
      ++there;
      const auto patience = std::chrono::steady_clock::now() + 20ms;
      while (there < 2 && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
    });
    if (ids[0] != ids[1]) return numbers[0] + numbers[1] == 1;
    std::this_thread::sleep_for(1ms);
  }
  return false;
}

// What a forked child answers; false where it hangs.
bool child_says_yes(const std::function<bool()>& question) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(question() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool computes_with_threads() { return sum_of_squares() == kSumOfSquares && two_threads_meet(); }

TEST_F(Threads, ShareALoop) {
  if (!kHasThreads) GTEST_SKIP();
  EXPECT_EQ(sum_of_squares(), kSumOfSquares);
  EXPECT_TRUE(two_threads_meet());
}

TEST_F(Threads, AreAwakeForAMomentAfterALoop) {
  std::this_thread::sleep_for(5ms);
  EXPECT_FALSE(threads_are_awake());
  if (!kHasThreads) return;
  // They do not wait awake where other processes held up the loop.
  const auto end = std::chrono::steady_clock::now() + 20s;
  bool awake = false;
  while (!awake && std::chrono::steady_clock::now() < end) {
    EXPECT_EQ(sum_of_squares(), kSumOfSquares);
    awake = threads_are_awake();
  }
  EXPECT_TRUE(awake);
  if (kForks) {
    EXPECT_TRUE(child_says_yes([] { return !threads_are_awake(); }));
  }
}

TEST_F(Threads, AreNumberedBelowTheirNumber) {
  for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
    set_threads(threads);
    std::vector<std::atomic<int>> inside(7);
    std::atomic<int> collisions = 0, above = 0;
    parallel_for_on(5, 300, [&](std::size_t, std::size_t thread) noexcept {
      if (thread >= std::min<std::size_t>(5, threads)) ++above;
      if (inside[thread]++ != 0) ++collisions;
      std::this_thread::yield();
      --inside[thread];
    });
    EXPECT_EQ(above, 0) << threads;
    EXPECT_EQ(collisions, 0) << threads;
  }
}

TEST_F(Threads, DoNotShareLoopsInsideOfLoops) {
  std::atomic<int> elsewhere = 0;
  parallel_for(8, 1, [&](std::size_t) noexcept {
    const auto own = std::this_thread::get_id();
    parallel_for(8, 1, [&](std::size_t) noexcept {
      if (std::this_thread::get_id() != own) ++elsewhere;
    });
  });
  EXPECT_EQ(elsewhere, 0);
}

// Callers compute by themselves while the pool works for another one.
TEST_F(Threads, AreNotMoreForManyCallers) {
  set_threads(3);
  std::vector<std::uint64_t> sums(64);
  std::vector<std::thread> callers;
  std::atomic<std::size_t> most = 0;
  for (std::uint64_t& sum : sums) {
    callers.emplace_back([&] {
      for (int i = 0; i < 20; ++i) sum += sum_of_squares();
      std::size_t tasks = 0;
      for ([[maybe_unused]] const auto& task :
           std::filesystem::directory_iterator("/proc/self/task")) {
        ++tasks;
      }
      std::size_t seen = most;
      while (seen < tasks && !most.compare_exchange_weak(seen, tasks)) {
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(sums, std::vector<std::uint64_t>(64, 20 * kSumOfSquares));
  // The test's own, its callers, what a sanitizer has, and the pool: 2 here, 6 after other tests.
  EXPECT_LE(pool_threads(), 6U);
  EXPECT_LE(most, 1 + 64 + 1 + 6U);
}

TEST_F(Threads, ComputeInAForkedChild) {
  if (!kForks) GTEST_SKIP();
  EXPECT_TRUE(two_threads_meet());
  EXPECT_TRUE(child_says_yes(computes_with_threads));
  EXPECT_TRUE(child_says_yes(
      [] { return computes_with_threads() && child_says_yes(computes_with_threads); }));
  EXPECT_TRUE(two_threads_meet());
}

TEST_F(Threads, ComputeInAChildThatACallersThreadForked) {
  if (!kForks) GTEST_SKIP();
  EXPECT_TRUE(two_threads_meet());
  bool yes = false;
  std::thread([&] {
    sum_of_squares();
    yes = child_says_yes(computes_with_threads);
  }).join();
  EXPECT_TRUE(yes);
}

TEST_F(Threads, ComputeInAChildThatWasForkedDuringALoop) {
  if (!kForks) GTEST_SKIP();
  EXPECT_TRUE(two_threads_meet());
  // A pool that other processes held up leaves the loop to its caller: try again.
  const auto end = std::chrono::steady_clock::now() + 20s;
  bool shared = false;
  while (!shared && std::chrono::steady_clock::now() < end) {
    std::atomic<int> inside = 0;
    std::atomic<bool> done = false;
    std::thread caller([&] {
      parallel_for(4, 1, [&](std::size_t) noexcept {
        ++inside;
        while (!done) std::this_thread::sleep_for(100us);
      });
    });
    const auto patience = std::chrono::steady_clock::now() + 100ms;
    while (inside < 2 && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
    shared = inside == 2;
    for (int i = 0; shared && i < 3; ++i) EXPECT_TRUE(child_says_yes(computes_with_threads));
    done = true;
    caller.join();
    EXPECT_EQ(inside, 4);
  }
  EXPECT_TRUE(shared);
  EXPECT_TRUE(two_threads_meet());
}

TEST_F(Threads, ComputeInAChildThatSetsTheirNumber) {
  if (!kForks) GTEST_SKIP();
  EXPECT_TRUE(child_says_yes([] {
    set_threads(3);
    return threads() == (3U) && sum_of_squares() == kSumOfSquares;
  }));
  EXPECT_EQ(threads(), 2U);
}

TEST_F(Threads, RefuseNumbersThatAreNone) {
  for (const std::size_t count : {std::size_t{0}, kMaxThreads + 1, std::size_t{1'000'000'000},
                                  static_cast<std::size_t>(-1)}) {
    try {
      set_threads(count);
      ADD_FAILURE() << count;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
      EXPECT_EQ(error.needed(), "need a number from 1 to 1024");
      EXPECT_EQ(error.found(), count + 1 == 0 ? "-1 threads" : std::to_string(count) + " threads");
    }
    EXPECT_EQ(threads(), kHasThreads ? 2U : 1U);
  }
  set_threads(kMaxThreads);
  EXPECT_EQ(threads(), kHasThreads ? kMaxThreads : 1U);
}

TEST_F(Threads, MayBeSetInsideALoopAndFromTwoThreads) {
  parallel_for(8, 1, [](std::size_t i) noexcept { set_threads(1 + i % 4); });
  EXPECT_LE(threads(), 4U);
  std::thread other([] {
    for (int i = 0; i < 1000; ++i) set_threads(2);
  });
  for (int i = 0; i < 1000; ++i) {
    set_threads(3);
    if (i % 100 == 0) {
      EXPECT_EQ(sum_of_squares(), kSumOfSquares);
    }
  }
  other.join();
  const std::size_t found = threads();
  EXPECT_TRUE(!kHasThreads || found == 2 || found == 3) << found;
}

// ctest runs this program with LATH_THREADS set, and says what to expect. See CMakeLists.txt.
TEST(ThreadsOfTheEnvironment, AreAsTheDocumentationSays) {
  const char* expected = std::getenv("LATH_TEST_THREADS");
  if (expected == nullptr || !kHasThreads) GTEST_SKIP();
  if (std::string(expected) != "error") {
    EXPECT_EQ(threads(), std::stoul(expected));
    return;
  }
  EXPECT_EQ(sum_of_squares(), kSumOfSquares);
  try {
    static_cast<void>(threads());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    EXPECT_EQ(error.needed(), "need a number from 1 to 1024");
  }
  EXPECT_EQ(pool_threads(), 0U);
  set_threads(2);
  EXPECT_EQ(threads(), 2U);
  EXPECT_TRUE(two_threads_meet());
}

}  // namespace
}  // namespace lath
