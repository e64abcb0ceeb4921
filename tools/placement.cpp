// SPDX-License-Identifier: Apache-2.0
#include "placement.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "failure.hpp"

namespace lath::tool {
namespace {

bool rename_with(unsigned flags, const std::string& from, const std::string& to) noexcept {
  return renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags) == 0;
}

// Whether a call failed because the file system or the kernel does not know it.
bool is_unknown(int error_number) noexcept {
  return error_number == EINVAL || error_number == ENOSYS || error_number == EOPNOTSUPP;
}

}  // namespace

bool is_taken(const std::string& path) noexcept {
  struct stat status{};
  return lstat(path.c_str(), &status) == 0;
}

bool move_to_free_name(const std::string& from, const std::string& to) noexcept {
  if (rename_with(RENAME_NOREPLACE, from, to)) return true;
  if (!is_unknown(errno) || link(from.c_str(), to.c_str()) != 0) return false;
  unlink(from.c_str());
  return true;
}

void throw_not_placed(const std::string& path, int error_number) {
  if (error_number == EEXIST) {
    throw Error(ErrorCode::input_output, in_quotes(path) + " exists already",
                "need a name that is not taken", "choose another name, or --force to replace it");
  }
  throw_system_error("cannot create " + in_quotes(path), error_number,
                     "need permission to change the folder and the file of that name, if any",
                     "choose another name");
}

Placement::Placement(std::string from, std::string to) noexcept
    : from_(std::move(from)), to_(std::move(to)) {}

void Placement::place(Existing existing) {
  if (existing == Existing::replace && is_taken(to_)) return replace();
  if (!move_to_free_name(from_, to_)) {
    // Where the file system can do no more than rename, --force still works.
    const bool may_rename = existing == Existing::replace && errno != EEXIST;
    if (!may_rename || std::rename(from_.c_str(), to_.c_str()) != 0) throw_not_placed(to_, errno);
  }
  state_ = State::new_name;
}

void Placement::replace() {
  if (rename_with(RENAME_EXCHANGE, from_, to_)) {
    old_ = from_;
    state_ = State::exchanged;
    return;
  }
  if (!is_unknown(errno)) throw_not_placed(to_, errno);
  set_aside();
}

void Placement::set_aside() {
  old_ = from_ + ".old";
  // With a link, the name keeps its file until the new one takes it.
  const bool linked = link(to_.c_str(), old_.c_str()) == 0;
  if (!linked && (is_taken(old_) || std::rename(to_.c_str(), old_.c_str()) != 0)) {
    old_.clear();
    throw_not_placed(to_, errno);
  }
  state_ = State::set_aside;
  if (std::rename(from_.c_str(), to_.c_str()) == 0) return;
  const int error_number = errno;
  if (linked && unlink(old_.c_str()) == 0) state_ = State::as_before;
  throw_not_placed(to_, error_number);
}

bool Placement::undo() noexcept {
  bool done = true;
  if (state_ == State::new_name) done = std::rename(to_.c_str(), from_.c_str()) == 0;
  if (state_ == State::exchanged) done = rename_with(RENAME_EXCHANGE, from_, to_);
  if (state_ == State::set_aside) done = std::rename(old_.c_str(), to_.c_str()) == 0;
  if (done) state_ = State::as_before;
  return done;
}

bool Placement::keep() noexcept {
  return old_.empty() || unlink(old_.c_str()) == 0 || errno == ENOENT;
}

}  // namespace lath::tool
