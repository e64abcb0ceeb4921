// SPDX-License-Identifier: Apache-2.0
#include "unnamed_file.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cerrno>

#include "failure.hpp"

namespace lath::tool {
namespace {

std::string by_descriptor(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

}  // namespace

Descriptor open_unnamed(const std::string& folder) noexcept {
  return Descriptor(open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
}

bool can_link_unnamed(int fd) noexcept { return access(by_descriptor(fd).c_str(), F_OK) == 0; }

bool link_unnamed(int fd, const std::string& path) noexcept {
  return linkat(AT_FDCWD, by_descriptor(fd).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) ==
         0;
}

std::string random_name(const std::string& prefix) {
  constexpr char kLetters[] = "abcdefghijklmnopqrstuvwxyz234567";
  unsigned char bytes[8];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) {
    throw_system_error("the system gives no random bytes", errno, "need some for a file's name",
                       "check what limits this process (seccomp)");
  }
  std::string name = prefix;
  for (const unsigned char byte : bytes) name += kLetters[byte % 32];
  return name;
}

}  // namespace lath::tool
