// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "descriptor.hpp"
#include "lath/base/error.hpp"
#include "lath/io/stream.hpp"
#include "placement.hpp"

namespace lath::tool {

/// Who may read the file: everybody whom the umask allows, or its owner only (mode 0600).
enum class Readers { umask, owner };

/// A file that appears under its name only when it is complete. Until place() its bytes are in a
/// file without a name, of which nothing stays even after SIGKILL. Where the file system has no
/// such files, they are in a temporary file in the same folder, which every error and every signal
/// that can be caught removes.
///
/// To replace another file, a finished file needs a temporary name for the moment before rename():
/// SIGKILL just then leaves it, complete and with its owner's rights, and the old file as well.
class OutputFile final : public io::Sink {
 public:
  /// Throws input_output where `path` is a folder, exists and is to be kept, is something else than
  /// a regular file, or where its folder takes no file. Creates the file.
  OutputFile(std::string path, Existing existing, Readers readers);
  ~OutputFile() override;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws input_output where the bytes cannot be stored.
  void write(std::span<const std::byte> bytes) override;

  /// Waits until all bytes are on the disk.
  void sync();
  /// Checks that all bytes were taken. Where a file is to be replaced, they are on the disk then:
  /// the old bytes go only when the new ones are safe.
  void finish();

  /// Gives the finished file its name, atomically. Throws input_output where the name is taken by
  /// then and to be kept.
  void place();

  /// Gives a finished file a temporary name, if it has none: it stays if the process is killed.
  void give_temporary_name();
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
  void create_named(const std::string& folder);
  bool link_to_free_name();
  void forget() noexcept;

  std::string path_, temporary_;  // no temporary name while the file has none, or its own
  Existing existing_;
  Descriptor file_;
  std::optional<Placement> placement_;
};

/// The folder that a path leads to: "keys/" of "keys/alice", "." of "alice".
[[nodiscard]] std::string folder_of(const std::string& path);

/// Nobody reads the pipe that bytes are written to any more: input_output.
class ClosedPipe final : public Error {
 public:
  explicit ClosedPipe(const std::string& name);
};

/// Standard output as a sink. Throws ClosedPipe, and input_output where it takes no bytes for
/// another reason (full disk).
class StandardOutput final : public io::Sink {
 public:
  void write(std::span<const std::byte> bytes) override;
  [[nodiscard]] static bool is_terminal() noexcept;
};

/// Writes text to standard output, now.
void print(std::string_view text);

/// Writes all bytes to a descriptor. Throws ClosedPipe or input_output with `name` in the message;
/// `remedy` is what to do where there is no room.
void write_all(int fd, std::span<const std::byte> bytes, const std::string& name,
               const char* remedy = "check the disk and its free space, or choose another");

/// Makes sure that descriptors 0, 1 and 2 are taken, so that no file is opened as one of them.
void guard_standard_streams();

}  // namespace lath::tool
