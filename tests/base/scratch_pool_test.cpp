// SPDX-License-Identifier: Apache-2.0
#include "base/scratch_pool.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <optional>
#include <thread>
#include <vector>

namespace lath::detail {
namespace {

TEST(ScratchPool, LendsAnAreaToOneCallAtATime) {
  ScratchPool pool(8, 2);
  std::vector<std::thread> callers;
  std::atomic<int> borrowed = 0, most = 0;
  for (std::size_t i = 0; i < 6; ++i) {
    callers.emplace_back([&, i] {
      for (int k = 0; k < 500; ++k) {
        const ScratchPool::Area area(pool);
        const int now = ++borrowed;
        if (now > most) most = now;
        area.data()[7] = i;
        std::this_thread::yield();
        EXPECT_EQ(area.data()[7], i);
        --borrowed;
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_LE(most, 2);
}

// The parent's other threads, which had areas, are not in the child.
TEST(ScratchPool, IsWholeInAForkedChild) {
  ScratchPool pool(8, 2);
  std::optional<ScratchPool::Area> first, second;
  first.emplace(pool);
  second.emplace(pool);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const ScratchPool::Area a(pool), b(pool);
    _exit(a.data() != b.data() ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace lath::detail
