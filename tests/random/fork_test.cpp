// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "lath/base/error.hpp"
#include "lath/random/generator.hpp"

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

// Forks, lets the child ask `generator`, and brings its report back through a pipe.
Report ask_in_a_child(Generator& generator) {
  std::array<int, 2> ends;
  EXPECT_EQ(pipe(ends.data()), 0);
  const pid_t child = fork();
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
  auto generator = Generator::from_system();
  Block before = filled(std::byte{0});
  generator.fill(before);  // from here on there are buffered bytes that both could give out
  const Report first = ask_in_a_child(generator), second = ask_in_a_child(generator);
  Block parent = filled(std::byte{0});
  generator.fill(parent);
  EXPECT_FALSE(first.threw);
  EXPECT_FALSE(second.threw);
  EXPECT_NE(first.block, parent);
  EXPECT_NE(second.block, parent);
  EXPECT_NE(first.block, second.block);
  EXPECT_NE(first.block, filled(std::byte{0xee}));
}

TEST(Fork, AChildOfASeededGeneratorGetsAnErrorAndZeros) {
  for (const bool used_before : {false, true}) {
    auto generator = Generator::from_seed(Seed(), "fork");
    auto twin = Generator::from_seed(Seed(), "fork");
    Block block = filled(std::byte{0});
    if (used_before) {
      generator.fill(block);
      twin.fill(block);
    }
    const Report report = ask_in_a_child(generator);
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

}  // namespace
}  // namespace lath
