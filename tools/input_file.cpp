// SPDX-License-Identifier: Apache-2.0
#include "input_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "failure.hpp"

namespace lath::tool {
namespace {

Descriptor open_for_reading(const std::string& path) {
  if (path == "-") return Descriptor();
  Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) {
    throw_system_error("cannot open " + in_quotes(path), errno, "need a file that can be read",
                       "check the name and the permissions");
  }
  return file;
}

}  // namespace

InputFile::InputFile(const std::string& path)
    : file_(open_for_reading(path)),
      fd_(path == "-" ? STDIN_FILENO : file_.get()),
      name_(path == "-" ? "standard input" : in_quotes(path)) {
  examine();
}

void InputFile::examine() {
  struct stat status{};
  if (fstat(fd_, &status) != 0) {
    throw_system_error("cannot read " + name_, errno, "need a file that can be read",
                       "check that it is open");
  }
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::input_output, name_ + " is a folder", "need a file",
                "pack the folder into one file first, for example with tar");
  }
  if (!S_ISREG(status.st_mode)) return;
  const off_t position = lseek(fd_, 0, SEEK_CUR);
  if (position >= 0) start_ = position;
  posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::size_t InputFile::read(std::span<std::byte> out) {
  for (;;) {
    const ssize_t size = ::read(fd_, out.data(), out.size());
    if (size >= 0) return static_cast<std::size_t>(size);
    if (errno == EINTR) continue;
    throw_system_error("cannot read " + name_, errno, "need a file that can be read to its end",
                       "check the disk, or copy the file to another");
  }
}

std::optional<std::uint64_t> InputFile::size() const noexcept {
  struct stat status{};
  if (!start_ || fstat(fd_, &status) != 0 || status.st_size < *start_) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size - *start_);
}

bool InputFile::is_shared() const noexcept {
  struct stat status{};
  return fstat(fd_, &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & 077) != 0;
}

Buffer<std::byte, Secret> read_at_most(io::Source& file, std::size_t limit) {
  Buffer<std::byte, Secret> bytes(limit + 1);
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const std::size_t size = file.read(bytes.span().subspan(filled));
    if (size == 0) break;
    filled += size;
  }
  return Buffer<std::byte, Secret>(std::as_const(bytes).span().first(filled));
}

}  // namespace lath::tool
