// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/random/generator.hpp"
#include "random/process_identity.hpp"

namespace lath {
namespace {

using Block = std::array<std::byte, 64>;

Block filled(std::byte value) {
  Block block;
  block.fill(value);
  return block;
}

// What a child process saw when it asked the generator for a block.
struct Report {
  bool threw = false;
  ErrorCode code = ErrorCode::mismatch;
  Block block = filled(std::byte{0xee});
};

// The ways to make a process that goes on with a copy of this one's memory. Only fork() runs the
// handlers of pthread_atfork().
struct WayToFork {
  const char* name;
  pid_t (*fork)();
};
const std::vector<WayToFork>& ways_to_fork() {
  static const std::vector<WayToFork> ways{
      {"fork", fork},
#if __GLIBC_PREREQ(2, 34)
      {"_Fork", _Fork},
#endif
#ifdef SYS_fork
      {"SYS_fork", [] { return static_cast<pid_t>(syscall(SYS_fork)); }},
#endif
      {"SYS_clone", [] { return static_cast<pid_t>(syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)); }},
  };
  return ways;
}

// Forks, lets the child ask `generator`, and brings its report back through a pipe.
Report ask_in_a_child(Generator& generator, const WayToFork& way) {
  std::array<int, 2> ends;
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = way.fork();
  if (child == 0) {
    Report report;
    try {
      generator.fill(report.block);
    } catch (const Error& error) {
      report.threw = true;
      report.code = error.code();
    }
    // Never back into the test runner, which would report a second time.
    _exit(write(ends[1], &report, sizeof report) == static_cast<ssize_t>(sizeof report) ? 0 : 1);
  }
  Report report;
  EXPECT_EQ(read(ends[0], &report, sizeof report), static_cast<ssize_t>(sizeof report));
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  close(ends[0]);
  close(ends[1]);
  return report;
}

TEST(Fork, AChildOfASystemGeneratorHasAStreamOfItsOwn) {
  for (const WayToFork& way : ways_to_fork()) {
    SCOPED_TRACE(way.name);
    auto generator = Generator::from_system();
    Block before = filled(std::byte{0});
    generator.fill(before);  // from here on there are buffered bytes that both could give out
    const Report first = ask_in_a_child(generator, way), second = ask_in_a_child(generator, way);
    Block parent = filled(std::byte{0});
    generator.fill(parent);
    EXPECT_FALSE(first.threw);
    EXPECT_FALSE(second.threw);
    EXPECT_NE(first.block, parent);
    EXPECT_NE(second.block, parent);
    EXPECT_NE(first.block, second.block);
    EXPECT_NE(first.block, filled(std::byte{0xee}));
  }
}

TEST(Fork, AChildOfASeededGeneratorGetsAnErrorAndZeros) {
  for (const WayToFork& way : ways_to_fork()) {
    SCOPED_TRACE(way.name);
    for (const bool used_before : {false, true}) {
      auto generator = Generator::from_seed(Seed(), "fork");
      auto twin = Generator::from_seed(Seed(), "fork");
      Block block = filled(std::byte{0});
      if (used_before) {
        generator.fill(block);
        twin.fill(block);
      }
      const Report report = ask_in_a_child(generator, way);
      EXPECT_TRUE(report.threw);
      EXPECT_EQ(report.code, ErrorCode::entropy);
      EXPECT_EQ(report.block, filled(std::byte{0}));
      // The parent goes on as if nothing had been.
      Block ours = filled(std::byte{0}), expected = filled(std::byte{1});
      generator.fill(ours);
      twin.fill(expected);
      EXPECT_EQ(ours, expected);
    }
  }
}

// Also where the child, which draws nothing, is gone, and one of its children uses the generator.
TEST(Fork, AGrandchildHasAStreamOfItsOwn) {
  for (const WayToFork& first : ways_to_fork()) {
    for (const WayToFork& second : ways_to_fork()) {
      SCOPED_TRACE(std::string(first.name) + ", " + second.name);
      auto generator = Generator::from_seed(Seed(), "fork");
      const pid_t child = first.fork();
      if (child == 0) {
        const Report report = ask_in_a_child(generator, second);
        _exit(report.threw && report.code == ErrorCode::entropy ? 0 : 1);
      }
      int status = 1;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      EXPECT_EQ(status, 0);
    }
  }
}

TEST(Fork, TheErrorSaysWhatToDo) {
  auto generator = Generator::from_seed(Seed(), "fork");
  const pid_t child = fork();
  if (child == 0) {
    Block block = filled(std::byte{0});
    try {
      generator.fill(block);
    } catch (const Error& error) {
      const bool teaches = error.remedy().find("split()") != std::string::npos &&
                           error.found().find("fork") != std::string::npos;
      _exit(teaches ? 0 : 2);
    }
    _exit(1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// A generator that the child makes itself is its own.
TEST(Fork, AChildMaySeedItsOwnGenerators) {
  auto before = Generator::from_seed(Seed(), "other");
  Block expected = filled(std::byte{0});
  Generator::from_seed(Seed(), "own").fill(expected);
  const pid_t child = fork();
  if (child == 0) {
    Block block = filled(std::byte{0});
    try {
      Generator::from_seed(Seed(), "own").fill(block);
    } catch (const Error&) {
      _exit(2);
    }
    _exit(std::equal(block.begin(), block.end(), expected.begin()) ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

// By each of the means that this system has, also the one that it does not take here.
TEST(Fork, ProcessesAreToldFromThoseAboveThem) {
  using detail::ProcessIdentity;
  for (const auto means :
       {ProcessIdentity::Means::wiped_page, ProcessIdentity::Means::process_id}) {
    if (!ProcessIdentity::serves(means)) continue;
    for (const WayToFork& first : ways_to_fork()) {
      for (const WayToFork& second : ways_to_fork()) {
        for (const bool child_looks : {false, true}) {
          SCOPED_TRACE(std::string(first.name) + ", " + second.name);
          ProcessIdentity identity(means);
          const std::uint64_t here = identity.current();
          const pid_t child = first.fork();
          if (child == 0) {
            const std::uint64_t there = child_looks ? identity.current() : here + 1;
            const pid_t grandchild = second.fork();
            if (grandchild == 0) {
              const std::uint64_t now = identity.current();
              const bool stays = identity.current() == now;
              _exit(now != here && (now != there || !child_looks) && stays ? 0 : 1);
            }
            int status = 1;
            waitpid(grandchild, &status, 0);
            _exit(status == 0 && there != here ? 0 : 1);
          }
          int status = 1;
          ASSERT_EQ(waitpid(child, &status, 0), child);
          EXPECT_EQ(status, 0);
          EXPECT_EQ(identity.current(), here);
        }
      }
    }
  }
  EXPECT_TRUE(ProcessIdentity::serves(ProcessIdentity::Means::process_id));
}

}  // namespace
}  // namespace lath
