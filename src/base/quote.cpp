// SPDX-License-Identifier: Apache-2.0
#include "lath/base/quote.hpp"

#include <cstdint>

namespace lath {
namespace {

std::uint32_t byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// The character that `text`, which is not empty, begins with, and its size in bytes; zero where it
// begins with no character in UTF-8.
struct Character {
  std::uint32_t code;
  std::size_t size;
};
Character first_character(std::string_view text) {
  const std::uint32_t first = byte_at(text, 0);
  if (first < 0x80) return {first, 1};
  const std::size_t size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < size) return {first, 0};
  std::uint32_t code = first & (0x7fU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte_at(text, i) & 0xc0) != 0x80) return {first, 0};
    code = code << 6 | (byte_at(text, i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0x80, 0x800, 0x10000};
  const bool valid =
      code >= kLeast[size - 2] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return {valid ? code : first, valid ? size : 0};
}

// Whether a terminal may do something else with it than show it in its place.
bool acts(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f) || code == 0x61c ||
         (code >= 0x200e && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::string hexadecimal(std::uint32_t value, int digits) {
  std::string text;
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
    text += "0123456789abcdef"[value >> shift & 15];
  }
  return text;
}

std::string escaped(std::uint32_t code) {
  switch (code) {
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    default:
      return code < 0x80 ? "\\x" + hexadecimal(code, 2) : "\\u{" + hexadecimal(code, 4) + "}";
  }
}

}  // namespace

std::string quote(std::string_view text) {
  std::string result = "\"";
  std::size_t at = 0;
  while (at < text.size()) {
    const Character next = first_character(text.substr(at));
    const std::size_t size = next.size == 0 ? 1 : next.size;
    if (text.size() > kMaxQuotedBytes && at + size > kMaxQuotedBytes) break;
    if (next.size == 0) {
      result += "\\x" + hexadecimal(next.code, 2);
    } else if (acts(next.code)) {
      result += escaped(next.code);
    } else {
      if (next.code == '"' || next.code == '\\') result += '\\';
      result += text.substr(at, size);
    }
    at += size;
  }
  result += '"';
  if (at < text.size()) result += "... (" + std::to_string(text.size()) + " bytes)";
  return result;
}

}  // namespace lath
