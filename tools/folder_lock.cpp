// SPDX-License-Identifier: Apache-2.0
#include "folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "failure.hpp"

namespace lath::tool {

FolderLock::FolderLock(const std::string& folder)
    : name_(in_quotes(folder)), folder_(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  constexpr std::chrono::milliseconds kQuiet{2000}, kBetween{10};
  for (auto waited = kBetween; waited < kQuiet; waited += kBetween) {
    if (flock(folder_.get(), LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    std::this_thread::sleep_for(kBetween);
  }
  warn("waiting for another program that has locked the folder " + name_);
  while (flock(folder_.get(), LOCK_EX) != 0 && errno == EINTR) continue;
}

void FolderLock::sync() const {
  if (folder_.get() < 0 || fsync(folder_.get()) == 0) return;
  if (errno == EINVAL || errno == EOPNOTSUPP) return;  // the file system does this by itself
  throw_system_error("cannot write the folder " + name_, errno, "need a disk that keeps the names",
                     "check the disk, or choose another");
}

}  // namespace lath::tool
