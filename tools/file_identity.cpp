// SPDX-License-Identifier: Apache-2.0
#include "file_identity.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "failure.hpp"

namespace lath::tool {
namespace {

std::optional<FileIdentity> identity(int result, const struct stat& status) noexcept {
  if (result != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino};
}

}  // namespace

std::optional<FileIdentity> FileIdentity::of(int fd) noexcept {
  struct stat status{};
  return identity(fstat(fd, &status), status);
}

std::optional<FileIdentity> FileIdentity::of(const std::string& path) noexcept {
  struct stat status{};
  return identity(stat(path.c_str(), &status), status);
}

void check_not_read(const std::string& output, const std::vector<FileRead>& files) {
  const bool standard = output == "-";
  const auto written = standard ? FileIdentity::of(STDOUT_FILENO) : FileIdentity::of(output);
  if (!written) return;
  for (const FileRead& file : files) {
    if (file.identity != written) continue;
    throw Error(
        ErrorCode::input_output,
        (standard ? "standard output" : in_quotes(output)) + " is the same file as " + file.what,
        "need an output that is none of the files that are read",
        "choose another name; what is read stays as it is, also with --force");
  }
}

}  // namespace lath::tool
