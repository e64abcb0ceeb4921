// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "descriptor.hpp"
#include "lath/io/stream.hpp"
#include "placement.hpp"

namespace lath::tool {

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

  /// Waits until all bytes are on the disk.
  void sync();
  /// Closes the temporary file and checks that all bytes were taken. Where a file is to be
  /// replaced, they are on the disk then: the old bytes go only when the new ones are safe.
  void finish();

  /// Gives the finished file its name, atomically. Throws input_output where the name is taken by
  /// then and to be kept.
  void place();

  /// As place(), but it can be undone, and the end of this object undoes it, until keep(). Call
  /// these with the signals held back.
  void place_for_now();
  /// Undoes place_for_now(), if it was called. Returns whether the system let it.
  bool take_back() noexcept;
  /// Makes place_for_now() final: removes the file that had the name before.
  void keep();
  /// Where take_back() failed: leaves all files as they are, also at the end of this object.
  /// Returns what a person has to do to take the file back: "rename '.lath-x' to 'alice.pub'".
  std::string leave();

 private:
  void forget() noexcept;

  std::string path_, temporary_;
  Existing existing_;
  Descriptor file_;
  std::optional<Placement> placement_;
};

/// The folder that a path leads to: "keys/" of "keys/alice", "." of "alice".
[[nodiscard]] std::string folder_of(const std::string& path);

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
