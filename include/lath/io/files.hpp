// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/io/stream.hpp"

/// @file
/// Files that are complete or not there.
namespace lath::io {

/// Who may read a new file: everybody whom the umask allows, or its owner only (mode 0600).
enum class FileReaders : std::uint8_t { umask, owner };

/// Writes a file. Calls `write` with a sink, whose bytes go to a temporary file in the same folder;
/// once they are on the disk, the temporary file gets the name `path`. A file that had the name is
/// replaced; it stays as it was if anything fails or if the process is killed. A killed process may
/// leave a temporary file behind, whose name begins with ".lath-". Throws input_output where a file
/// cannot be written, synchronised or renamed, with the reason and what to do. An exception of
/// `write` passes through.
void write_file(const std::string& path, const std::function<void(Sink&)>& write,
                FileReaders readers = FileReaders::umask);

/// All bytes of a file, which are wiped when they are freed. Throws input_output where it cannot be
/// read or is no regular file, unsupported if it has more than `most` bytes.
[[nodiscard]] Buffer<std::byte, Secret> read_file(const std::string& path, std::uint64_t most);

/// Reads a regular file from its beginning to its end.
class FileSource final : public Source {
 public:
  /// Opens a file. Throws input_output where it cannot be read or is no regular file.
  explicit FileSource(std::string path);
  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;
  ~FileSource() override;
  /// As a source does. Throws input_output where the disk fails.
  std::size_t read(std::span<std::byte> out) override;
  [[nodiscard]] bool reads_on_any_thread() const noexcept override { return true; }

 private:
  std::string path_;
  int file_;
};

}  // namespace lath::io
