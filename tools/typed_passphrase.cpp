// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <utility>

#include "descriptor.hpp"
#include "failure.hpp"
#include "lath/base/constant_time.hpp"
#include "output_file.hpp"
#include "pending_files.hpp"
#include "typed_passphrase.hpp"

namespace lath::tool {
namespace {

using Text = Buffer<char, Secret>;

constexpr std::size_t kLongestLine = 4096;

// The terminal of the process, which shows nothing of what is typed while this lives, and sends no
// signals. Signals of others end the process once the terminal is as it was.
class SilentTerminal {
 public:
  SilentTerminal()
      : file_(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)),
        signals_(signalfd(-1, &held_back_.signals(), SFD_CLOEXEC)) {
    if (file_.get() < 0 || tcgetattr(file_.get(), &before_) != 0) {
      throw_system_error("no terminal to ask for a passphrase on", errno, "need a terminal",
                         "give the passphrase in a file or by a descriptor: --help tells how");
    }
    termios silent = before_;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO | ECHONL | ISIG | ICANON);
    silent.c_cc[VMIN] = 1;
    silent.c_cc[VTIME] = 0;
    tcsetattr(file_.get(), TCSAFLUSH, &silent);
  }
  ~SilentTerminal() { tcsetattr(file_.get(), TCSAFLUSH, &before_); }
  SilentTerminal(const SilentTerminal&) = delete;
  SilentTerminal& operator=(const SilentTerminal&) = delete;

  // Asks a question and returns what is typed, without the end of the line; nothing for Control-C.
  std::optional<Text> ask(std::string_view question) {
    show(question);
    Text line(kLongestLine);
    std::size_t size = 0;
    char c = 0;
    while (size < kLongestLine && next(c) && c != '\n' && c != kInterrupt) {
      if (c == static_cast<char>(before_.c_cc[VERASE]) || c == '\b') {
        size -= size > 0 ? 1 : 0;
      } else if (c == static_cast<char>(before_.c_cc[VKILL])) {
        size = 0;
      } else {
        line[size++] = c;
      }
    }
    show("\n");
    if (c == kInterrupt) return std::nullopt;
    return Text(std::as_const(line).span().first(size));
  }

 private:
  static constexpr char kInterrupt = 3, kEnd = 4;  // Control-C and Control-D

  void show(std::string_view text) {
    write_all(file_.get(), std::as_bytes(std::span(text)), "the terminal");
  }
  // The next character; none at the end, or where a signal waits to end the process.
  bool next(char& c) {
    std::array<pollfd, 2> either{{{file_.get(), POLLIN, 0}, {signals_.get(), POLLIN, 0}}};
    int ready = 0;
    do ready = poll(either.data(), either.size(), -1);
    while (ready < 0 && errno == EINTR);
    if (ready < 0 || either[1].revents != 0) return false;
    ssize_t got = 0;
    do got = ::read(file_.get(), &c, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 && c != kEnd;
  }

  SignalsHeldBack held_back_;  // outlives the silence
  Descriptor file_, signals_;
  termios before_{};
};

}  // namespace

Buffer<char, Secret> typed_passphrase(Typing typing) {
  std::optional<Text> first, second;
  {
    SilentTerminal terminal;
    first = terminal.ask("Passphrase: ");
    const bool again = first && typing == Typing::twice;
    second = again ? terminal.ask("Repeat Passphrase: ") : first;
  }
  if (!first || !second) {
    raise(SIGINT);
    throw Error(ErrorCode::cancelled, "no passphrase was given", "need one", "start again");
  }
  const auto bytes = [](const Text& text) { return std::as_bytes(text.span()); };
  if (!ct::equal(bytes(*first), bytes(*second))) {
    throw Error(ErrorCode::invalid_argument, "the two passphrases differ",
                "need the same one twice", "start again");
  }
  return std::move(*first);
}

}  // namespace lath::tool
