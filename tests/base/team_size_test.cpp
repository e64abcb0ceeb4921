// SPDX-License-Identifier: Apache-2.0
#include "base/team_size.hpp"

#include <gtest/gtest.h>

namespace lath::detail {
namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

TEST(TeamSize, IsWholeAsLongAsNobodyIsHeldUp) {
  TeamSize team;
  for (std::int64_t time = 0; time < 1000; ++time) {
    EXPECT_EQ(team.now(time * kMillisecond, 16), 16U);
    team.finished(time * kMillisecond, 16, kMillisecond, kMillisecond / 5);
  }
  EXPECT_TRUE(team.whole(16));
}

TEST(TeamSize, HalvesWhereALoopIsHeldUpAndDoublesLater) {
  TeamSize team;
  team.finished(0, 16, 8 * kMillisecond, 4 * kMillisecond);
  EXPECT_EQ(team.now(1, 16), 8U);
  EXPECT_FALSE(team.whole(16));
  EXPECT_EQ(team.now(9 * kMillisecond, 16), 8U);
  EXPECT_EQ(team.now(10 * kMillisecond, 16), 16U);
  EXPECT_TRUE(team.whole(16));
}

// Two threads become one, which cannot be held up. What is tried again costs ever less.
TEST(TeamSize, TriesAgainEverMoreSeldomButOnceASecond) {
  TeamSize team;
  std::int64_t time = 0, before = 0;
  int attempts = 0;
  for (; time < 100'000 * kMillisecond; time += kMillisecond) {
    if (team.now(time, 2) == 1) continue;
    EXPECT_LE(time - before, 1001 * kMillisecond);
    before = time;
    ++attempts;
    team.finished(time, 2, 8 * kMillisecond, 6 * kMillisecond);
  }
  EXPECT_LE(attempts, 110);
  // Once nobody is held up for some time, it is as at first.
  for (int i = 0; i < 100; ++i) team.finished(time, 2, kMillisecond, 0);
  team.finished(time, 2, 8 * kMillisecond, 6 * kMillisecond);
  EXPECT_EQ(team.now(time + 9 * kMillisecond, 2), 1U);
  EXPECT_EQ(team.now(time + 10 * kMillisecond, 2), 2U);
}

}  // namespace
}  // namespace lath::detail
