// SPDX-License-Identifier: Apache-2.0
#include "terminal_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

namespace lath::tool {
namespace {

// More than the system takes for a path.
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kLongestValue = 40;

// A character of UTF-8 at the beginning of a text: its number, and how many bytes it takes.
struct Character {
  std::uint32_t number = 0;
  std::size_t bytes = 0;  // 0 where the text does not begin with a character
};

Character first_character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) < 0xc2   ? 0
                            : byte(0) < 0xe0 ? 2
                            : byte(0) < 0xf0 ? 3
                            : byte(0) < 0xf5 ? 4
                                             : 0;
  if (bytes == 0 || bytes > text.size()) return {};
  std::uint32_t number = byte(0) & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    number = number << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = number >= 0xd800 && number < 0xe000;
  if (number < kLeast[bytes] || surrogate || number > 0x10ffff) return {};
  return {number, bytes};
}

// What a terminal would act on instead of showing it: the control characters of ASCII and of
// Latin-1, and those of Unicode that end a line or turn the direction of writing.
bool is_control(std::uint32_t number) noexcept {
  return number < 0x20 || (number >= 0x7f && number < 0xa0) ||
         (number >= 0x2028 && number <= 0x202e) || (number >= 0x2066 && number <= 0x2069) ||
         number == 0x061c || number == 0x200e || number == 0x200f;
}

std::string without_controls(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const auto [number, bytes] = first_character(text);
    if (bytes == 0 || is_control(number)) {
      shown += '?';
    } else {
      shown += text.substr(0, bytes);
    }
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return shown;
}

}  // namespace

std::string one_line(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return without_controls(text);
  return fmt::format("{}...{} ({} bytes)", without_controls(text.substr(0, longest / 2)),
                     without_controls(text.substr(text.size() - longest / 2)), text.size());
}

std::string in_quotes(std::string_view path) {
  return fmt::format("'{}'", one_line(path, kLongestPath));
}

std::string value_in_quotes(std::string_view value) {
  return fmt::format("'{}'", one_line(value, kLongestValue));
}

}  // namespace lath::tool
