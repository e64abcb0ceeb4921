// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "fuzz/harness.hpp"

namespace lath::fuzz {

/// A file that stands ready in a folder.
struct NamedFile {
  std::string name;
  Bytes bytes;
  mode_t mode = 0644;
};

/// How the files of a folder changed.
struct Changes {
  std::size_t made = 0, replaced = 0;
  bool has_temporary = false;    ///< a name that only unfinished files have
  bool has_open_secret = false;  ///< a new file NAME.key that others can read
};

/// A folder in memory, which is the working directory of this process, with the same files at the
/// beginning of every execution.
class Folder {
 public:
  explicit Folder(std::vector<NamedFile> files) : files_(std::move(files)) {
    const char* parent = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
    path_ = std::string(parent) + "/lath-fuzz-XXXXXX";
    require(mkdtemp(path_.data()) != nullptr && chdir(path_.c_str()) == 0, "no folder to work in");
    setsid();  // there is no terminal to ask for a passphrase on
    for (const NamedFile& file : files_) known_.push_back(written(file));
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Writes another file, which restored() removes.
  void put(const std::string& name, const Bytes& bytes) { other_ = written({name, bytes}); }

  [[nodiscard]] const Bytes& bytes_of_file(std::string_view name) const {
    for (const NamedFile& file : files_) {
      if (file.name == name) return file.bytes;
    }
    require(false, "a file that is not there");
    std::abort();
  }

  /// Puts everything back as it was, and says what had changed.
  Changes restored() {
    Changes changes;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (is_as_known(files_[i].name, known_[i])) continue;
      ++changes.replaced;
      known_[i] = written(files_[i]);
    }
    for (const auto& entry : std::filesystem::directory_iterator(".")) {
      const std::string name = entry.path().filename().string();
      if (is_ready(name)) continue;
      if (name == "in" && is_as_known(name, other_)) continue;
      name == "in" ? ++changes.replaced : ++changes.made;
      changes.has_temporary |= name.starts_with(".lath-");
      struct stat status{};
      stat(name.c_str(), &status);
      changes.has_open_secret |= name.ends_with(".key") && (status.st_mode & 077) != 0;
      std::filesystem::remove_all(entry.path());
    }
    return changes;
  }

 private:
  struct Known {
    ino_t inode = 0;
    off_t size = 0;
    timespec changed{};
  };

  static Known known(const std::string& name) {
    struct stat status{};
    if (stat(name.c_str(), &status) != 0) return {};
    return {status.st_ino, status.st_size, status.st_mtim};
  }
  static bool is_as_known(const std::string& name, const Known& before) {
    const Known now = known(name);
    return now.inode == before.inode && now.size == before.size &&
           now.changed.tv_sec == before.changed.tv_sec &&
           now.changed.tv_nsec == before.changed.tv_nsec;
  }
  static Known written(const NamedFile& file) {
    unlink(file.name.c_str());
    const int fd = open(file.name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, file.mode);
    const auto size = static_cast<ssize_t>(file.bytes.size());
    require(fd >= 0 && write(fd, file.bytes.data(), file.bytes.size()) == size, "no file to read");
    close(fd);
    return known(file.name);
  }
  [[nodiscard]] bool is_ready(const std::string& name) const {
    for (const NamedFile& file : files_) {
      if (file.name == name) return true;
    }
    return false;
  }

  std::vector<NamedFile> files_;
  std::vector<Known> known_;
  Known other_;
  std::string path_;
};

}  // namespace lath::fuzz
