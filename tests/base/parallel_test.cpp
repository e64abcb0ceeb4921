// SPDX-License-Identifier: Apache-2.0
#include "lath/base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace lath {
namespace {

TEST(ParallelFor, CallsEveryIndexOnce) {
  for (const std::size_t count : {0U, 1U, 2U, 3U, 7U, 100U, 1001U}) {
    for (const std::size_t grain : {0U, 1U, 10U, 5000U}) {
      std::vector<int> calls(count, 0);
      parallel_for(count, grain, [&](std::size_t i) noexcept { ++calls[i]; });
      EXPECT_EQ(calls, std::vector<int>(count, 1)) << count << " calls, grain " << grain;
    }
  }
}

TEST(ParallelFor, StaysOnTheCallingThreadWhereThereIsLittleToDo) {
  std::vector<std::thread::id> threads(19);
  parallel_for(19, 10, [&](std::size_t i) noexcept { threads[i] = std::this_thread::get_id(); });
  EXPECT_EQ(threads, std::vector<std::thread::id>(19, std::this_thread::get_id()));
}

TEST(ParallelFor, MayBeCalledInsideItself) {
  std::atomic<int> calls = 0;
  parallel_for(8, 1, [&](std::size_t) noexcept {
    parallel_for(8, 1, [&](std::size_t) noexcept { ++calls; });
  });
  EXPECT_EQ(calls, 64);
}

}  // namespace
}  // namespace lath
