// SPDX-License-Identifier: Apache-2.0
#include "io/age/header.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "io/age/base64.hpp"
#include "io/old_files.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"
#include "lath/io/age/files.hpp"

namespace lath::io::age {
namespace {

constexpr std::string_view kStanzaStart = "-> ", kEnd = "---";
constexpr std::size_t kColumns = 64;

[[noreturn]] void throw_wrong_header(std::string found, std::string needed) {
  throw Error(ErrorCode::malformed, "a header of an age file with " + std::move(found),
              std::move(needed), "copy the file again, in binary");
}

bool is_visible(char c) { return c > ' ' && c <= '~'; }

// Reads the lines of a header, each whole and with its end.
class Lines {
 public:
  explicit Lines(BufferedSource& file) : file_(file) {}

  // The next line without its end.
  std::string_view next() {
    line_.clear();
    const std::size_t room = kMaxHeaderBytes - text_.size();
    if (!file_.read_line(line_, room)) {
      throw_wrong_header(
          "more than " + std::to_string(kMaxHeaderBytes) + " bytes",
          "need fewer, enough for " + std::to_string(kMaxRecipients) + " recipients");
    }
    if (!line_.ends_with('\n')) throw_wrong_header("no end", "need its last line, with a MAC");
    text_ += line_;
    return std::string_view(line_).substr(0, line_.size() - 1);
  }
  // All lines until now.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  BufferedSource& file_;
  std::string line_, text_;
};

void check_version(BufferedSource& file) {
  const auto start = file.peek(kVersionLine.size()).substr(0, kVersionLine.size());
  if (start == kVersionLine) return;
  refuse_old_file(start);
  if (start.starts_with(kVersionStart)) {
    throw_wrong_header("another version than v1", "need " + quote(kVersionLine.substr(0, 21)));
  }
  throw Error(ErrorCode::malformed,
              start.empty() ? "a file without a byte" : "bytes that are no age file",
              "need a file that lath encrypt or age has written",
              "check that this is the right file and that it was copied in binary");
}

Stanza read_stanza(std::string_view first, Lines& lines) {
  Stanza stanza;
  first.remove_prefix(kStanzaStart.size());
  for (std::size_t begin = 0; begin <= first.size();) {
    const std::size_t end = std::min(first.find(' ', begin), first.size());
    stanza.arguments.emplace_back(first.substr(begin, end - begin));
    const std::string& argument = stanza.arguments.back();
    if (argument.empty() || !std::ranges::all_of(argument, is_visible)) {
      throw_wrong_header("an argument " + quote(argument),
                         "need visible characters with single spaces between arguments");
    }
    begin = end + 1;
  }
  std::string_view line;
  do {
    line = lines.next();
    const auto bytes = line.size() > kColumns ? std::nullopt : from_base64(line, Padding::none);
    if (!bytes) {
      throw_wrong_header("a line that is no Base64: " + quote(line),
                         "need lines of 64 characters and a shorter one behind them");
    }
    stanza.body.insert(stanza.body.end(), bytes->begin(), bytes->end());
  } while (line.size() == kColumns);
  return stanza;
}

std::vector<std::byte> read_mac(std::string_view line) {
  if (line.starts_with("--- ")) {
    auto mac = from_base64(line.substr(4), Padding::none);
    if (mac && mac->size() == 32) return std::move(*mac);
  }
  throw_wrong_header("a last line " + quote(line), "need --- and 43 characters of Base64");
}

Key mac_of(std::string_view text, const FileKey& key) {
  const Key mac_key = hkdf(key.span(), {}, "header");
  return hmac(mac_key.span(), {bytes_of(text)});
}

}  // namespace

std::string Header::kinds() const {
  std::map<std::string_view, std::size_t> counts;
  for (const Stanza& stanza : stanzas) ++counts[stanza.kind()];
  std::string text;
  for (const auto& [kind, count] : counts) {
    if (!text.empty()) text += ", ";
    if (text.size() > 200) return text + "...";
    text += quote(kind);
    if (count > 1) text += " (" + std::to_string(count) + " times)";
  }
  return text;
}

bool Header::check_mac(const FileKey& key) const {
  const Key expected = mac_of(text, key);
  bool right = ct::equal(expected.span(), mac);
  ct::declassify(&right, sizeof right);  // the caller says so
  return right;
}

Header read_header(BufferedSource& file) {
  check_version(file);
  Lines lines(file);
  (void)lines.next();
  Header header;
  for (;;) {
    const std::string line(lines.next());
    if (line.starts_with(kEnd)) {
      header.mac = read_mac(line);
      header.text = lines.text().substr(0, lines.text().size() - line.size() - 1 + kEnd.size());
      break;
    }
    if (!line.starts_with(kStanzaStart)) {
      throw_wrong_header("a line " + quote(line), "need a line that begins with -> or ---");
    }
    header.stanzas.push_back(read_stanza(line, lines));
  }
  if (header.stanzas.empty()) throw_wrong_header("no recipient", "need one at least");
  return header;
}

std::string header_text(const std::vector<Stanza>& stanzas, const FileKey& key) {
  std::string text(kVersionLine);
  for (const Stanza& stanza : stanzas) {
    text += "->";
    for (const std::string& argument : stanza.arguments) text += ' ' + argument;
    text += '\n';
    std::string body = base64(stanza.body, Padding::none);
    for (std::size_t at = 0; at <= body.size(); at += kColumns) {
      text += body.substr(at, kColumns) + '\n';
    }
  }
  text += kEnd;
  const Key mac = mac_of(text, key);
  ct::declassify(mac.data(), mac.size());  // it is written to the file
  return text + ' ' + base64(mac.span(), Padding::none) + '\n';
}

}  // namespace lath::io::age
