// SPDX-License-Identifier: Apache-2.0
#include "io/spare_thread.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "lath/base/threads.hpp"

namespace lath::io {
namespace {

// Waits until it may end, so that spare threads are there at the same time.
struct Waiting {
  std::atomic<bool> may_end = false;
  std::thread::id thread;
  bool blocks_signals = false;

  static void run(void* context) noexcept {
    auto& self = *static_cast<Waiting*>(context);
    self.thread = std::this_thread::get_id();
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    self.blocks_signals = sigismember(&blocked, SIGINT) == 1 && sigismember(&blocked, SIGTERM) == 1;
    while (!self.may_end) std::this_thread::yield();
  }
};

bool starts_and_ends() {
  Waiting waiting;
  waiting.may_end = true;
  SpareThread spare;
  return spare.start(Waiting::run, &waiting);
}

class SpareThreads : public ::testing::Test {
 protected:
  void SetUp() override {
    set_threads(3);
    if (threads() != 3) GTEST_SKIP() << "a build without threads";
  }
  void TearDown() override { set_threads(before_); }

 private:
  std::size_t before_ = threads();
};

TEST_F(SpareThreads, AreOneLessThanTheThreadsAmongAllCallers) {
  Waiting waiting[2];
  SpareThread first, second, third;
  ASSERT_TRUE(first.start(Waiting::run, &waiting[0]));
  ASSERT_TRUE(second.start(Waiting::run, &waiting[1]));
  EXPECT_FALSE(third.start(Waiting::run, &waiting[0]));
  EXPECT_FALSE(third.is_started());
  waiting[0].may_end = true;
  first.join();
  EXPECT_FALSE(first.is_started());
  EXPECT_TRUE(starts_and_ends());
  set_threads(1);
  EXPECT_FALSE(starts_and_ends());
  waiting[1].may_end = true;
}

TEST_F(SpareThreads, AreOtherThreadsAndBlockSignals) {
  Waiting waiting;
  waiting.may_end = true;
  {
    SpareThread spare;
    ASSERT_TRUE(spare.start(Waiting::run, &waiting));
  }
  EXPECT_NE(waiting.thread, std::this_thread::get_id());
  EXPECT_TRUE(waiting.blocks_signals);
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  EXPECT_EQ(sigismember(&blocked, SIGINT), 0);
}

// The thread sanitizer does not follow a child that starts threads.
#if !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define LATH_TEST_WITHOUT_FORKS
#endif
#endif
#else
#define LATH_TEST_WITHOUT_FORKS
#endif
#ifndef LATH_TEST_WITHOUT_FORKS
TEST_F(SpareThreads, OfAParentTakeNoSeatOfItsChild) {
  set_threads(2);
  Waiting waiting;
  SpareThread spare;
  ASSERT_TRUE(spare.start(Waiting::run, &waiting));
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    _exit(starts_and_ends() && starts_and_ends() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  waiting.may_end = true;
}
#endif

}  // namespace
}  // namespace lath::io
