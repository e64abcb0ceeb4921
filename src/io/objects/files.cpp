// SPDX-License-Identifier: Apache-2.0
#include "lath/io/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "io/objects/open_file.hpp"
#include "io/objects/system_calls.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

[[noreturn]] void refuse_reading(const char* what, const std::string& path, int reason) {
  throw Error(ErrorCode::input_output,
              std::string(what) + ": '" + path + "', " + std::strerror(reason),
              "need a file that can be read", "check its name, its rights and the disk");
}

std::string folder_of_path(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// A name that nothing has, or is likely to have.
std::string temporary_name(const std::string& path) {
  std::array<unsigned char, 8> random{};
  if (::getentropy(random.data(), random.size()) != 0) {
    refuse_file("a file that cannot be created beside", path, errno);
  }
  std::string name = folder_of_path(path) + "/.lath-";
  for (const unsigned char byte : random) {
    for (const unsigned digit : {unsigned{byte} >> 4U, unsigned{byte} & 15U})
      name += "0123456789abcdef"[digit];
  }
  return name;
}

// A file that is removed unless it gets its name.
class TemporaryFile final : public Sink {
 public:
  TemporaryFile(std::string path, FileReaders readers)
      : path_(std::move(path)), name_(temporary_name(path_)) {
    file_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
                   readers == FileReaders::owner ? 0600 : 0666);
    if (file_ >= 0) return;
    const int reason = errno;
    name_.clear();
    refuse_file("a file that cannot be created beside", path_, reason);
  }
  ~TemporaryFile() override {
    if (file_ >= 0) ::close(file_);
    if (!name_.empty()) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(std::span<const std::byte> bytes) override {
    while (!bytes.empty()) {
      const ::ssize_t count = system_calls().write(file_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) fail("a file that cannot be written");
      bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
  }

  // The bytes are on the disk before the name is, and the name is when this returns.
  void place() {
    if (system_calls().synchronise(file_) != 0) fail("a file that cannot be put on the disk");
    if (system_calls().close(std::exchange(file_, -1)) != 0) fail("a file that cannot be closed");
    if (system_calls().rename(name_.c_str(), path_.c_str()) != 0) {
      fail("a file that cannot get its name");
    }
    name_.clear();
    synchronise_folder();
  }

 private:
  [[noreturn]] void fail(const char* what) { refuse_file(what, path_, errno); }

  // File systems that cannot do this need it less.
  void synchronise_folder() const noexcept {
    const int folder = ::open(folder_of_path(path_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;
    ::fsync(folder);
    ::close(folder);
  }

  std::string path_, name_;  // no name once the file has its own
  int file_ = -1;
};

}  // namespace

SystemCalls& system_calls() noexcept {
  static SystemCalls calls{
      .write = ::write, .synchronise = ::fsync, .close = ::close, .rename = ::rename};
  return calls;
}

void refuse_file(const std::string& what, const std::string& path, int reason) {
  throw Error(ErrorCode::input_output, what + ": '" + path + "', " + std::strerror(reason),
              "need a folder that takes files, and room on its disk",
              "check the path, its rights and the free space");
}

OpenFile open_file(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) refuse_reading("a file that cannot be opened", path, errno);
  struct stat status{};
  if (::fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(file);
    throw Error(ErrorCode::input_output, "'" + path + "', which is no regular file",
                "need a regular file",
                "open pipes and devices in the program, and give them as streams");
  }
  return {file, static_cast<std::uint64_t>(status.st_size)};
}

void write_file(const std::string& path, const std::function<void(Sink&)>& write,
                FileReaders readers) {
  TemporaryFile file(path, readers);
  write(file);
  file.place();
}

Buffer<std::byte, Secret> read_file(const std::string& path, std::uint64_t most) {
  const OpenFile file = open_file(path);
  if (file.size > most) {
    ::close(file.descriptor);
    throw Error(ErrorCode::unsupported, "'" + path + "' of " + std::to_string(file.size) + " bytes",
                "need at most " + std::to_string(most),
                "raise the limit if the file may be so long");
  }
  Buffer<std::byte, Secret> bytes(static_cast<std::size_t>(file.size));
  std::size_t filled = 0;
  int reason = 0;
  while (filled < bytes.size()) {
    const ::ssize_t count = ::read(file.descriptor, bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      reason = count < 0 ? errno : EIO;  // somebody made it shorter
      break;
    }
    filled += static_cast<std::size_t>(count);
  }
  ::close(file.descriptor);
  if (filled < bytes.size()) refuse_reading("a file that cannot be read", path, reason);
  return bytes;
}

FileSource::FileSource(std::string path)
    : path_(std::move(path)), file_(open_file(path_).descriptor) {}
FileSource::~FileSource() { ::close(file_); }
std::size_t FileSource::read(std::span<std::byte> out) {
  while (true) {
    const ::ssize_t count = ::read(file_, out.data(), out.size());
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) refuse_reading("a file that cannot be read", path_, errno);
  }
}

}  // namespace lath::io
