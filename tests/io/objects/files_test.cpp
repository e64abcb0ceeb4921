// SPDX-License-Identifier: Apache-2.0
//
// Files that are complete or not there, whichever call fails.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "io/objects/system_calls.hpp"
#include "lath/io/files.hpp"

namespace lath::io {
namespace {

using namespace lath::testing;
using Bytes = std::vector<std::byte>;

// A folder of its own, and the system's calls again at the end.
struct Files : ::testing::Test {
  Files() {
    std::string pattern = ::testing::TempDir() + "lath-files-XXXXXX";
    folder = ::mkdtemp(pattern.data());
  }
  ~Files() override {
    system_calls() = before;
    std::filesystem::remove_all(folder);
  }
  [[nodiscard]] std::string path() const { return folder + "/object"; }
  [[nodiscard]] std::size_t entries() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      count += entry.exists() ? 1 : 0;
    }
    return count;
  }
  void write(const Bytes& bytes) const {
    write_file(path(), [&](Sink& sink) { sink.write(bytes); });
  }
  [[nodiscard]] Bytes read() const {
    const auto bytes = read_file(path(), 1 << 20);
    return {bytes.begin(), bytes.end()};
  }

  SystemCalls before = system_calls();
  std::string folder;
  Bytes old = Bytes(1000, std::byte{1}), fresh = Bytes(100'000, std::byte{2});
};

TEST_F(Files, AreReadAsTheyWereWritten) {
  write(old);
  EXPECT_EQ(read(), old);
  write(fresh);
  EXPECT_EQ(read(), fresh);
  EXPECT_EQ(entries(), 1U);
  write({});
  EXPECT_EQ(read(), Bytes());
}

TEST_F(Files, HaveTheRightsThatWereAskedFor) {
  const ::mode_t mask = ::umask(027);
  write(old);
  struct stat status{};
  ASSERT_EQ(::stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640U);
  write_file(path(), [&](Sink& sink) { sink.write(old); }, FileReaders::owner);
  ASSERT_EQ(::stat(path().c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0600U);
  ::umask(mask);
}

TEST_F(Files, StayAsTheyWereWhereACallFails) {
  write(old);
  const auto expect_old = [&](int reason, const char* what) {
    SCOPED_TRACE(what);
    expect_error([&] { write(fresh); }, ErrorCode::input_output,
                 {what, std::strerror(reason), path()});
    system_calls() = before;
    EXPECT_EQ(read(), old);
    EXPECT_EQ(entries(), 1U);
  };
  system_calls().write = [](int, const void*, std::size_t) -> ::ssize_t {
    errno = ENOSPC;
    return -1;
  };
  expect_old(ENOSPC, "cannot be written");
  system_calls().synchronise = [](int) {
    errno = EIO;
    return -1;
  };
  expect_old(EIO, "cannot be put on the disk");
  system_calls().close = [](int file) {
    ::close(file);
    errno = EDQUOT;
    return -1;
  };
  expect_old(EDQUOT, "cannot be closed");
  system_calls().rename = [](const char*, const char*) {
    errno = EACCES;
    return -1;
  };
  expect_old(EACCES, "cannot get its name");
}

TEST_F(Files, AreWrittenInPiecesWhereASignalInterrupts) {
  static int calls;
  calls = 0;
  system_calls().write = [](int file, const void* bytes, std::size_t count) -> ::ssize_t {
    if (++calls % 3 == 0) {
      errno = EINTR;
      return -1;
    }
    return ::write(file, bytes, std::min<std::size_t>(count, 777));
  };
  write(fresh);
  EXPECT_EQ(read(), fresh);
  EXPECT_GT(calls, 129);
}

TEST_F(Files, StayAsTheyWereWhereTheWriterThrows) {
  write(old);
  EXPECT_THROW(write_file(path(),
                          [&](Sink& sink) {
                            sink.write(fresh);
                            throw std::runtime_error("enough");
                          }),
               std::runtime_error);
  EXPECT_EQ(read(), old);
  EXPECT_EQ(entries(), 1U);
}

TEST_F(Files, AreNotWrittenWhereThereIsNoFolder) {
  expect_error([&] { write_file(folder + "/none/x", [](Sink&) {}); }, ErrorCode::input_output,
               {"cannot be created", "none/x", "check the path"});
  expect_error([&] { (void)read_file(path(), 1); }, ErrorCode::input_output, {"cannot be opened"});
  expect_error([&] { (void)read_file(folder, 1); }, ErrorCode::input_output, {"no regular file"});
  write(old);
  expect_error([&] { (void)read_file(path(), 999); }, ErrorCode::unsupported,
               {"1000 bytes", "at most 999"});
}

// A process that writes again and again is killed at random times: the file is one of those that
// were written.
TEST_F(Files, AreCompleteWhereAWriterIsKilled) {
  SeededValues random(71);
  SCOPED_TRACE(random.label());
  write(old);
  for (int i = 0; i < 100; ++i) {
    const ::pid_t child = ::fork();
    if (child == 0) {
      for (unsigned n = 0;; ++n) write(Bytes(50'000, static_cast<std::byte>(n)));
    }
    ::usleep(static_cast<::useconds_t>(random.below(8000)));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    const Bytes found = read();
    ASSERT_TRUE(found.size() == 1000 || found.size() == 50'000);
    ASSERT_EQ(found, Bytes(found.size(), found.front()));
  }
}

TEST_F(Files, AreSources) {
  write(fresh);
  FileSource source(path());
  EXPECT_TRUE(source.reads_on_any_thread());
  Bytes found, part(777);
  std::size_t count = 0;
  do {
    count = source.read(part);
    found.insert(found.end(), part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count));
  } while (count != 0);
  EXPECT_EQ(found, fresh);
  EXPECT_EQ(source.read(part), 0U);
  expect_error([&] { FileSource(folder + "/none"); }, ErrorCode::input_output,
               {"cannot be opened", "check its name"});
  expect_error([&] { FileSource{folder}; }, ErrorCode::input_output, {"no regular file"});
}

TEST_F(Files, OfSourcesAreClosed) {
  write(old);
  for (int i = 0; i < 10'000; ++i) FileSource{path()};  // more than a process may have open
}

}  // namespace
}  // namespace lath::io
