// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "failure.hpp"
#include "pending_files.hpp"
#include "unnamed_file.hpp"

namespace lath::tool {
namespace {

mode_t current_umask() {
  const mode_t mask = umask(0);
  umask(mask);
  return mask;
}

void check_target(const std::string& path, Existing existing) {
  if (path.empty() || path.back() == '/') {
    throw Error(ErrorCode::input_output, "the output " + in_quotes(path) + " names no file",
                "need the name of a file", "add a file name");
  }
  struct stat status{};
  if (lstat(path.c_str(), &status) != 0) return;  // whatever is wrong, creating the file tells
  if (S_ISDIR(status.st_mode)) {
    throw Error(ErrorCode::input_output, in_quotes(path) + " is a folder",
                "need the name of a file", "name a file in it");
  }
  if (!S_ISREG(status.st_mode)) {
    throw Error(ErrorCode::input_output, in_quotes(path) + " exists and is no regular file",
                "need a new name or a regular file",
                "name the file that a link points to; for a device or a pipe write to - and "
                "redirect standard output");
  }
  if (existing == Existing::keep) throw_not_placed(path, EEXIST);
}

// The beginning of temporary names in a folder.
std::string temporary_in(const std::string& folder) {
  return (folder == "." ? "" : folder) + ".lath-";
}

}  // namespace

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

OutputFile::OutputFile(std::string path, Existing existing, Readers readers)
    : path_(std::move(path)), existing_(existing) {
  check_target(path_, existing);
  const std::string folder = folder_of(path_);
  file_ = open_unnamed(folder);
  if (file_.get() < 0 || !can_link_unnamed(file_.get())) create_named(folder);
  // Both ways give mode 0600.
  if (readers == Readers::umask) fchmod(file_.get(), 0666 & ~current_umask());
}

void OutputFile::create_named(const std::string& folder) {
  temporary_ = temporary_in(folder) + "XXXXXX";
  const SignalsHeldBack held_back;
  file_ = Descriptor(mkostemp(temporary_.data(), O_CLOEXEC));
  if (file_.get() < 0) {
    throw_system_error("cannot create a file in " + in_quotes(folder), errno,
                       "need a folder that exists and can be written to",
                       "choose another folder or change its permissions");
  }
  try {
    add_pending_file(temporary_);
  } catch (...) {
    unlink(temporary_.c_str());
    throw;
  }
}

OutputFile::~OutputFile() {
  const SignalsHeldBack held_back;
  // What cannot be taken back may have put the old file under the temporary name: it stays.
  if (take_back() && !temporary_.empty()) unlink(temporary_.c_str());
  forget();
}

// The temporary name is none of ours any more.
void OutputFile::forget() noexcept {
  remove_pending_file(temporary_);
  temporary_.clear();
  placement_.reset();
}

void OutputFile::write(std::span<const std::byte> bytes) {
  write_all(file_.get(), bytes, in_quotes(path_));
}

void OutputFile::sync() {
  if (fsync(file_.get()) != 0) {
    throw_system_error("cannot write " + in_quotes(path_), errno,
                       "need a disk that keeps the bytes", "check the disk, or choose another");
  }
}

void OutputFile::finish() {
  if (existing_ == Existing::replace && is_taken(path_)) sync();
  // A file without a name has to stay open until it gets one.
  const int closed = temporary_.empty() ? Descriptor(dup(file_.get())).close() : file_.close();
  if (closed != 0) {
    throw_system_error("cannot write " + in_quotes(path_), errno,
                       "need a disk that takes all bytes",
                       "check the disk and its free space, or choose another");
  }
}

void OutputFile::give_temporary_name() {
  if (!temporary_.empty()) return;
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    temporary_ = random_name(temporary_in(folder_of(path_)));
    add_pending_file(temporary_);
    if (link_unnamed(file_.get(), temporary_)) return;
    forget();
    if (errno != EEXIST) break;
  }
  throw_not_placed(path_, errno);
}

// Whether a file without a name got its own at once, as it can unless there is one to replace.
bool OutputFile::link_to_free_name() {
  if (!temporary_.empty() || (existing_ == Existing::replace && is_taken(path_))) return false;
  if (link_unnamed(file_.get(), path_)) return true;
  if (existing_ == Existing::keep || errno != EEXIST) throw_not_placed(path_, errno);
  return false;
}

void OutputFile::place() {
  const SignalsHeldBack held_back;
  if (link_to_free_name()) return;
  give_temporary_name();
  const bool placed = existing_ == Existing::replace
                          ? rename(temporary_.c_str(), path_.c_str()) == 0
                          : move_to_free_name(temporary_, path_);
  if (!placed) throw_not_placed(path_, errno);
  forget();
}

void OutputFile::place_for_now() {
  check_target(path_, existing_);
  give_temporary_name();
  placement_.emplace(temporary_, path_).place(existing_);
}

bool OutputFile::take_back() noexcept {
  if (placement_ && !placement_->undo()) return false;
  placement_.reset();
  return true;
}

void OutputFile::keep() {
  if (placement_ && !placement_->keep()) {
    warn("the file that was replaced is left: remove " + in_quotes(placement_->old_file()));
  }
  forget();
}

std::string OutputFile::leave() {
  const std::string old = placement_ ? placement_->old_file() : std::string();
  std::string what = old.empty() ? "remove " : "rename " + in_quotes(old) + " to ";
  forget();
  return what + in_quotes(path_);
}

void StandardOutput::write(std::span<const std::byte> bytes) {
  write_all(STDOUT_FILENO, bytes, "standard output");
}

bool StandardOutput::is_terminal() noexcept { return isatty(STDOUT_FILENO) == 1; }

void print(std::string_view text) { StandardOutput().write(std::as_bytes(std::span(text))); }

ClosedPipe::ClosedPipe(const std::string& name)
    : Error(ErrorCode::input_output, "cannot write " + name + ": nobody reads the pipe any more",
            "need a reader for all bytes",
            "the program that reads the pipe ended early: see what it says") {}

void write_all(int fd, std::span<const std::byte> bytes, const std::string& name,
               const char* remedy) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EPIPE) throw ClosedPipe(name);
    if (written < 0) {
      throw_system_error("cannot write " + name, errno, "need room for all bytes",
                         errno == EFBIG ? "raise the limit on file sizes (ulimit -f)" : remedy);
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void guard_standard_streams() {
  // Opened the wrong way round, so that using a stream that is closed stays an error.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(fd, F_GETFD) == -1 && errno == EBADF) {
      [[maybe_unused]] const int taken =
          open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

}  // namespace lath::tool
