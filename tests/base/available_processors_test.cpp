// SPDX-License-Identifier: Apache-2.0
//
// Quotas of control groups, read from folders that look like those of Linux.
#include "base/available_processors.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace lath::detail {
namespace {

class Quota : public ::testing::Test {
 protected:
  using Files = std::map<std::string, std::string>;

  std::size_t processors(const Files& files) {
    std::filesystem::remove_all(root_);
    for (const auto& [name, text] : files) {
      const auto path = root_ / name;
      std::filesystem::create_directories(path.parent_path());
      std::ofstream(path) << text;
    }
    return processors_of_quota(root_.string());
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  static Files version_1(const std::string& quota, const std::string& period = "100000\n") {
    return {{"proc/self/cgroup", "5:memory:/other\n4:cpu,cpuacct:/box\n1:name=systemd:/box\n"},
            {"sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_quota_us", quota},
            {"sys/fs/cgroup/cpu,cpuacct/box/cpu.cfs_period_us", period}};
  }
  static Files version_2(const std::string& max) {
    return {{"proc/self/cgroup", "0::/slice/box\n"}, {"sys/fs/cgroup/slice/box/cpu.max", max}};
  }

 private:
  std::filesystem::path root_ =
      std::filesystem::temp_directory_path() / ("lath_quota_test_" + std::to_string(getpid()));
};

constexpr std::size_t kNone = SIZE_MAX;

TEST_F(Quota, CountsWholeProcessorsAndAtLeastOne) {
  EXPECT_EQ(processors(version_1("50000\n")), 1U);
  EXPECT_EQ(processors(version_1("150000\n")), 1U);
  EXPECT_EQ(processors(version_1("399999\n")), 3U);
  EXPECT_EQ(processors(version_1("400000\n")), 4U);
  EXPECT_EQ(processors(version_1("100000\n", "50000\n")), 2U);
  EXPECT_EQ(processors(version_2("50000 100000\n")), 1U);
  EXPECT_EQ(processors(version_2("150000 100000\n")), 1U);
  EXPECT_EQ(processors(version_2("399999 100000\n")), 3U);
  EXPECT_EQ(processors(version_2("800000 200000\n")), 4U);
}

TEST_F(Quota, MayBeMissingOrUnreadable) {
  EXPECT_EQ(processors({}), kNone);
  EXPECT_EQ(processors({{"proc/self/cgroup", "nonsense\n::\n0:\n"}}), kNone);
  EXPECT_EQ(processors(version_1("-1\n")), kNone);
  EXPECT_EQ(processors(version_1("200000\n", "0\n")), kNone);
  EXPECT_EQ(processors(version_1("", "")), kNone);
  EXPECT_EQ(processors(version_2("max 100000\n")), kNone);
  EXPECT_EQ(processors(version_2("200000\n")), kNone);
  EXPECT_EQ(processors(version_2("99999999999999999999999 1\n")), kNone);
}

TEST_F(Quota, OfGroupsAboveHoldsToo) {
  Files files = version_2("600000 100000\n");
  files["sys/fs/cgroup/slice/cpu.max"] = "200000 100000\n";
  EXPECT_EQ(processors(files), 2U);
  files["sys/fs/cgroup/cpu.max"] = "100000 100000\n";
  EXPECT_EQ(processors(files), 1U);
  files = version_1("600000\n");
  files["sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us"] = "300000\n";
  files["sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us"] = "100000\n";
  EXPECT_EQ(processors(files), 3U);
}

// A container sees its own group as the highest one, under whatever name it has outside.
TEST_F(Quota, OfAContainerIsInTheHighestFolder) {
  EXPECT_EQ(processors({{"proc/self/cgroup", "0::/docker/0123\n"},
                        {"sys/fs/cgroup/cpu.max", "250000 100000\n"}}),
            2U);
  EXPECT_EQ(processors({{"proc/self/cgroup", "0::/../..\n"},
                        {"sys/fs/cgroup/cpu.max", "250000 100000\n"}}),
            2U);
  EXPECT_EQ(processors({{"proc/self/cgroup", "3:cpuset:/x\n2:cpu:/docker/0123\n"},
                        {"sys/fs/cgroup/cpu/cpu.cfs_quota_us", "500000\n"},
                        {"sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n"}}),
            5U);
}

// Both versions at once, the second without the controller or beside the first.
TEST_F(Quota, OfBothVersionsIsTheLesser) {
  Files files = version_1("300000\n");
  files["proc/self/cgroup"] += "0::/box\n";
  EXPECT_EQ(processors(files), 3U);
  files["sys/fs/cgroup/unified/box/cpu.max"] = "200000 100000\n";
  EXPECT_EQ(processors(files), 2U);
}

TEST(AvailableProcessors, AreThoseOfTheAffinityAtMost) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const std::size_t all = available_processors();
  EXPECT_GE(all, 1U);
  EXPECT_LE(all, static_cast<std::size_t>(CPU_COUNT(&before)));
  CPU_ZERO(&one);
  for (unsigned i = 0; i < CPU_SETSIZE; ++i) {
    if (!CPU_ISSET(i, &before)) continue;
    CPU_SET(i, &one);
    break;
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(available_processors(), 1U);
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

}  // namespace
}  // namespace lath::detail
