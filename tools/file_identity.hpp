// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace lath::tool {

/// Which regular file a name or a descriptor leads to, whatever the file is called: two hard links,
/// a symbolic link and its file, /dev/stdin and a file as standard input have one identity.
struct FileIdentity {
  dev_t device;
  ino_t inode;

  /// Nothing for what is no regular file: reading a terminal and writing to it is no mistake.
  static std::optional<FileIdentity> of(int fd) noexcept;
  /// Follows symbolic links. Nothing where there is no such file, or it is no regular one.
  static std::optional<FileIdentity> of(const std::string& path) noexcept;

  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// A file that a verb reads.
struct FileRead {
  const char* what;  ///< "the key" or "the input"
  std::optional<FileIdentity> identity;
};

/// Throws input_output where the output, a path or - for standard output, is one of these files:
/// the only copy of a key would be lost, or the verb would read what it writes.
void check_not_read(const std::string& output, const std::vector<FileRead>& files);

}  // namespace lath::tool
