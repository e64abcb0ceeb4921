// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <utility>

namespace lath::tool {
namespace {

// A line stays a line, whatever was in the name of a file.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool control = static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    line += control ? '?' : c;
  }
  return line;
}

void print(const std::string& text) noexcept {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

UsageError::UsageError(std::string found, std::string needed, std::string remedy)
    : Error(ErrorCode::invalid_argument, std::move(found), std::move(needed), std::move(remedy)) {}

std::string in_quotes(std::string_view path) { return fmt::format("'{}'", one_line(path)); }

void throw_system_error(const std::string& what, int error_number, std::string needed,
                        std::string remedy) {
  throw Error(ErrorCode::input_output, what + ": " + std::strerror(error_number), std::move(needed),
              std::move(remedy));
}

void report(const Error& error) noexcept {
  print(fmt::format("lath: {}; {}\nhint: {}\n", one_line(error.found()), one_line(error.needed()),
                    one_line(error.remedy())));
}

void warn(const std::string& text) noexcept {
  print(fmt::format("lath: warning: {}\n", one_line(text)));
}

}  // namespace lath::tool
