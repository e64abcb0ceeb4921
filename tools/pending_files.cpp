// SPDX-License-Identifier: Apache-2.0
#include "pending_files.hpp"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstring>

#include "lath/base/error.hpp"

namespace lath::tool {
namespace {

constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};

// The handler may only read memory and make system calls: no std::string here. An empty path is
// none. Global because a signal handler has nothing else.
char pending[4][PATH_MAX];

bool sigpipe_was_ignored = false;

void remove_and_end(int signal_number) {
  for (const auto& path : pending) {
    if (path[0] != '\0') unlink(path);
  }
  // SA_RESETHAND has put the default action back: the signal ends the process as it should.
  raise(signal_number);
}

}  // namespace

void install_signal_handlers() {
  sigpipe_was_ignored = signal(SIGPIPE, SIG_IGN) == SIG_IGN;
  signal(SIGXFSZ, SIG_IGN);
  for (const int number : kSignals) {
    struct sigaction before{};
    sigaction(number, nullptr, &before);
    if (before.sa_handler == SIG_IGN) continue;
    struct sigaction action{};
    action.sa_handler = remove_and_end;
    // Only the signal itself is let in during the handler, so that raise() acts at once.
    for (const int other : kSignals) sigaddset(&action.sa_mask, other);
    sigdelset(&action.sa_mask, number);
    action.sa_flags = static_cast<int>(SA_RESETHAND | SA_NODEFER);
    sigaction(number, &action, nullptr);
  }
}

void end_as_by_sigpipe() {
  if (sigpipe_was_ignored) return;
  signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

SignalsHeldBack::SignalsHeldBack() {
  sigemptyset(&signals_);
  for (const int number : kSignals) sigaddset(&signals_, number);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

SignalsHeldBack::~SignalsHeldBack() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

void add_pending_file(const std::string& path) {
  for (auto& slot : pending) {
    if (slot[0] != '\0' || path.size() >= sizeof slot) continue;
    std::memcpy(slot, path.c_str(), path.size() + 1);
    return;
  }
  throw Error(ErrorCode::input_output, "a path of " + std::to_string(path.size()) + " bytes",
              "need fewer than " + std::to_string(PATH_MAX), "use a shorter path");
}

void remove_pending_file(const std::string& path) noexcept {
  for (auto& slot : pending) {
    if (path == slot) slot[0] = '\0';
  }
}

}  // namespace lath::tool
