// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace lath::tool {

/// Whether a file that is already there may be replaced.
enum class Existing { keep, replace };

/// Whether anything has this name: a file, a folder, a link that leads nowhere.
[[nodiscard]] bool is_taken(const std::string& path) noexcept;

/// Gives the file `from` the name `to`, in the same folder, unless something has it (errno is then
/// EEXIST). Returns whether it could; if not, errno says why and nothing has changed.
[[nodiscard]] bool move_to_free_name(const std::string& from, const std::string& to) noexcept;

/// Throws input_output: `path` cannot be the name of a finished file, for this errno.
[[noreturn]] void throw_not_placed(const std::string& path, int error_number);

/// Gives a file the name of another one in the same folder, for as long as it is not undone. The
/// other file stays in the folder under a temporary name until keep(). The name has a file at every
/// moment, except where the file system can neither exchange names nor link files (exFAT).
///
/// Nothing here watches for signals or other processes: see SignalsHeldBack and FolderLock.
class Placement {
 public:
  Placement(std::string from, std::string to) noexcept;

  /// Gives the file `from` the name `to`. Throws input_output where the name is taken and to be
  /// kept or where the system does not allow it. Both files are then as they were, or undo() is
  /// needed.
  void place(Existing existing);
  /// Gives the name back to the file that had it, or to none; nothing where it has it. Returns
  /// whether the system let it.
  [[nodiscard]] bool undo() noexcept;
  /// Removes the file that had the name. Returns whether the system let it.
  [[nodiscard]] bool keep() noexcept;

  /// The temporary name of the file that had the name; empty where there was none.
  [[nodiscard]] const std::string& old_file() const noexcept { return old_; }

 private:
  enum class State { as_before, new_name, exchanged, set_aside };
  void replace();
  void set_aside();

  std::string from_, to_, old_;
  State state_ = State::as_before;
};

}  // namespace lath::tool
