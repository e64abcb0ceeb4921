// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "failure.hpp"

/// Values of options, read as they were written: CLI11 takes signs, spaces and hexadecimal digits.
namespace lath::tool {

/// An option as it stands on the command line: --modulus 3329.
struct Option {
  const char* name;
  std::string_view text;
  const char* help;  ///< what to do about a value that is none
};

/// Throws UsageError with the name and the value of the option.
[[noreturn]] inline void refuse(const Option& option, std::string needed) {
  throw UsageError(std::string(option.name) + " " + value_in_quotes(option.text), std::move(needed),
                   option.help);
}

/// The number that all of `text` is, if it is one that `Number` can hold.
template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The value with this name. Throws UsageError if there is none.
template <class Value, std::size_t count>
Value named(const Option& option, const std::pair<const char*, Value> (&values)[count]) {
  std::string needed;
  for (const auto& [name, value] : values) {
    if (option.text == name) return value;
    needed += (needed.empty() ? "need one of " : ", ") + std::string(name);
  }
  refuse(option, std::move(needed));
}

}  // namespace lath::tool
