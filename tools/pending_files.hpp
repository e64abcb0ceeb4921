// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <string>

/// Files that must not outlive a run that is interrupted: while a path is pending, SIGINT, SIGTERM
/// and SIGHUP remove it before they end the process.
namespace lath::tool {

/// Installs the handlers, but keeps signals ignored that the process was started with ignored.
/// Ignores SIGPIPE and SIGXFSZ, so that writing to a closed pipe or beyond a limit is an error of
/// the call and not the end of the process.
void install_signal_handlers();

/// Ends the process by SIGPIPE, as the program that reads its output expects of a pipe. Returns
/// where the process was started with this signal ignored: then it is an error like others.
void end_as_by_sigpipe();

/// Holds the three signals back while it lives.
class SignalsHeldBack {
 public:
  SignalsHeldBack();
  ~SignalsHeldBack();
  SignalsHeldBack(const SignalsHeldBack&) = delete;
  SignalsHeldBack& operator=(const SignalsHeldBack&) = delete;

  /// The three signals.
  [[nodiscard]] const sigset_t& signals() const noexcept { return signals_; }

 private:
  sigset_t signals_, before_;
};

/// Adds a path, at most four at a time and not longer than PATH_MAX, or takes it out. Call them
/// with the signals held back, together with what creates or renames the file.
void add_pending_file(const std::string& path);
void remove_pending_file(const std::string& path) noexcept;

}  // namespace lath::tool
