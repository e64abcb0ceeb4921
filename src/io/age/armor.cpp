// SPDX-License-Identifier: Apache-2.0
#include "io/age/armor.hpp"

#include <algorithm>

#include "io/age/base64.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"

namespace lath::io::age {
namespace {

constexpr std::size_t kColumns = 64;

[[noreturn]] void throw_wrong_armor(std::string found, std::string needed) {
  throw Error(ErrorCode::malformed, "ASCII armour with " + std::move(found), std::move(needed),
              "copy the file again, as text without changes");
}

bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::size_t whitespace_before(std::string_view text) noexcept {
  return static_cast<std::size_t>(std::ranges::find_if_not(text, is_white) - text.begin());
}

void ArmorSink::put_lines(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const auto part = bytes.first(std::min(bytes.size(), kLineBytes));
    lines_ += base64(part, Padding::full);
    lines_ += '\n';
    bytes = bytes.subspan(part.size());
  }
  text_.write(std::as_bytes(std::span(lines_)));
  lines_.clear();
}

void ArmorSink::write(std::span<const std::byte> bytes) {
  if (rest_size_ != 0) {
    const auto part = bytes.first(std::min(bytes.size(), kLineBytes - rest_size_));
    std::ranges::copy(part, rest_.begin() + rest_size_);
    rest_size_ += part.size();
    bytes = bytes.subspan(part.size());
    if (rest_size_ < kLineBytes) return;
    rest_size_ = 0;
    put_lines(rest_);
  }
  std::size_t whole = 0;
  while (bytes.size() - whole >= kLineBytes) whole += kLineBytes;
  if (whole != 0) put_lines(bytes.first(whole));
  rest_size_ = bytes.size() - whole;
  std::ranges::copy(bytes.subspan(whole), rest_.begin());
}

void ArmorSink::finish() {
  put_lines(std::span(rest_).first(rest_size_));
  const std::string end = std::string(kArmorEnd) + '\n';
  text_.write(std::as_bytes(std::span(end)));
}

// The next line without its end.
std::string_view ArmorSource::line() {
  line_.clear();
  ++number_;
  if (!text_.read_line(line_, kColumns + 2)) {
    throw_wrong_armor("more than 64 characters in line " + std::to_string(number_),
                      "need lines of 64 characters");
  }
  if (line_.empty()) throw_wrong_armor("no mark at its end", "need " + quote(kArmorEnd));
  std::string_view text = line_;
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

void ArmorSource::read_begin() {
  const auto ahead = text_.peek(kMaxWhitespace + 1);
  const std::size_t white = whitespace_before(ahead);
  const auto line_begin = white == 0 ? 0 : ahead.substr(0, white).rfind('\n') + 1;
  if (white > kMaxWhitespace || line_begin != white) {
    throw_wrong_armor("white space in its first line",
                      "need " + quote(kArmorBegin) + " at the beginning of a line");
  }
  text_.skip(white);
  if (line() != kArmorBegin) {
    throw_wrong_armor("another first line", "need " + quote(kArmorBegin));
  }
  started_ = true;
}

// Behind the end there is white space only.
void ArmorSource::read_end() {
  ended_ = true;
  const auto ahead = text_.peek(kMaxWhitespace + 1);
  if (ahead.size() > kMaxWhitespace || whitespace_before(ahead) != ahead.size()) {
    throw_wrong_armor("more text behind its end", "need nothing there but white space");
  }
}

// Decodes a line. Returns whether there was one.
bool ArmorSource::fill() {
  if (!started_) read_begin();
  if (ended_) return false;
  const auto text = line();
  if (text == kArmorEnd) {
    read_end();
    return false;
  }
  const auto size = text.size() > kColumns || text.empty()
                        ? std::nullopt
                        : from_base64(text, Padding::full, bytes_);
  if (!size) {
    throw_wrong_armor("wrong characters in line " + std::to_string(number_),
                      "need Base64 as programs write it");
  }
  begin_ = 0;
  end_ = *size;
  if (*size == bytes_.size()) return true;
  if (line() != kArmorEnd) {
    throw_wrong_armor("a short line " + std::to_string(number_ - 1),
                      "need 64 characters in all lines but the last, and " + quote(kArmorEnd));
  }
  read_end();
  return true;
}

std::size_t ArmorSource::read(std::span<std::byte> out) {
  std::size_t filled = 0;
  while (filled < out.size()) {
    if (begin_ == end_ && !fill()) break;
    const std::size_t size = std::min(out.size() - filled, end_ - begin_);
    std::copy_n(bytes_.begin() + begin_, size, out.data() + filled);
    begin_ += size;
    filled += size;
  }
  return filled;
}

}  // namespace lath::io::age
