// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "descriptor.hpp"
#include "lath/io/stream.hpp"

namespace lath::tool {

/// Whether a file that is already there may be replaced.
enum class Existing { keep, replace };
/// Who may read the file: everybody whom the umask allows, or its owner only (mode 0600).
enum class Readers { umask, owner };

/// A file that appears under its name only when it is complete: until place() its bytes are in a
/// temporary file in the same folder, which any error, signal or early end removes.
class OutputFile final : public io::Sink {
 public:
  /// Throws input_output where `path` is a folder, exists and is to be kept, is something else than
  /// a regular file, or where its folder takes no file. Creates the temporary file.
  OutputFile(std::string path, Existing existing, Readers readers);
  ~OutputFile() override;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws input_output where the bytes cannot be stored.
  void write(std::span<const std::byte> bytes) override;

  /// Closes the temporary file and checks that all bytes were taken; with `sync()` before, that
  /// they are on the disk.
  void sync();
  void finish();

  /// Gives the finished file its name, atomically. Throws input_output where the name is taken by
  /// then and to be kept.
  void place();
  /// Removes the file that place() put there.
  void take_back() noexcept;

 private:
  std::string path_, temporary_;
  Existing existing_;
  Descriptor file_;
};

/// Standard output as a sink. Throws input_output where it takes no bytes (closed pipe, full disk).
class StandardOutput final : public io::Sink {
 public:
  void write(std::span<const std::byte> bytes) override;
  [[nodiscard]] static bool is_terminal() noexcept;
};

/// Writes text to standard output, now.
void print(std::string_view text);

/// Writes all bytes to a descriptor; throws input_output with `name` in the message.
void write_all(int fd, std::span<const std::byte> bytes, const std::string& name);

/// Makes sure that descriptors 0, 1 and 2 are taken, so that no file is opened as one of them.
void guard_standard_streams();

}  // namespace lath::tool
