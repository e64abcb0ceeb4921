// SPDX-License-Identifier: Apache-2.0
#include "terminal_text.hpp"

#include <fmt/format.h>

namespace lath::tool {
namespace {

// More than the system takes for a path.
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kLongestValue = 40;

std::string without_controls(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    line += control ? '?' : c;
  }
  return line;
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
