// SPDX-License-Identifier: Apache-2.0
#include "age/passphrase.hpp"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "descriptor.hpp"
#include "failure.hpp"
#include "input_file.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::tool {
namespace {

using io::age::SecretText;

constexpr std::size_t kLongest = 4096;

// The terminal of the process, which shows nothing of what is typed while this lives, and sends no
// signals, so that it never stays like that.
class SilentTerminal {
 public:
  SilentTerminal() : file_(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) {
    if (file_.get() < 0 || tcgetattr(file_.get(), &before_) != 0) {
      throw_system_error("no terminal to ask for a passphrase on", errno, "need a terminal",
                         "give the passphrase with --passphrase-file");
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
  std::optional<SecretText> ask(std::string_view question) {
    show(question);
    SecretText line(kLongest);
    std::size_t size = 0;
    char c = 0;
    while (size < kLongest && next(c) && c != '\n' && c != kInterrupt) {
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
    return SecretText(std::as_const(line).span().first(size));
  }

 private:
  static constexpr char kInterrupt = 3, kEnd = 4;  // Control-C and Control-D

  void show(std::string_view text) {
    write_all(file_.get(), std::as_bytes(std::span(text)), "the terminal");
  }
  bool next(char& c) {
    ssize_t got = 0;
    do got = ::read(file_.get(), &c, 1);
    while (got < 0 && errno == EINTR);
    return got == 1 && c != kEnd;
  }

  Descriptor file_;
  termios before_{};
};

SecretText typed(PassphraseSource::Purpose purpose) {
  std::optional<SecretText> first, second;
  {
    SilentTerminal terminal;
    first = terminal.ask("Passphrase: ");
    const bool again = first && purpose == PassphraseSource::Purpose::encrypt;
    second = again ? terminal.ask("The same passphrase again: ") : first;
  }
  if (!first || !second) {
    raise(SIGINT);
    throw Error(ErrorCode::cancelled, "no passphrase was given", "need one", "start again");
  }
  const auto bytes = [](const SecretText& text) { return std::as_bytes(text.span()); };
  if (!ct::equal(bytes(*first), bytes(*second))) {
    throw Error(ErrorCode::invalid_argument, "the two passphrases differ",
                "need the same one twice", "start again");
  }
  return std::move(*first);
}

SecretText first_line(const std::string& path) {
  InputFile file(path);
  const auto bytes = read_at_most(file, kLongest);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() >= kLongest) {
    throw Error(ErrorCode::invalid_argument, in_quotes(path) + " has a first line that is too long",
                "need a passphrase of fewer than 4096 bytes", "check that this is the right file");
  }
  return SecretText(std::span(line.data(), line.size()));
}

}  // namespace

void PassphraseSource::check() const {
  if (!options_.ask || options_.file.empty()) return;
  throw UsageError("--passphrase and --passphrase-file", "need one of them",
                   "leave one of them out");
}

const io::age::Passphrase& PassphraseSource::get() {
  if (!passphrase_) {
    const SecretText text = options_.file.empty() ? typed(purpose_) : first_line(options_.file);
    passphrase_.emplace(text.span(), options_.work_factor);
  }
  return *passphrase_;
}

}  // namespace lath::tool
