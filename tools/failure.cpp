// SPDX-License-Identifier: Apache-2.0
#include "failure.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <utility>

namespace lath::tool {
namespace {

// No message is longer than this, whatever the library quotes in it.
constexpr std::size_t kLongest = 6000;

void to_standard_error(const std::string& text) noexcept {
  std::fputs(text.c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace

UsageError::UsageError(std::string found, std::string needed, std::string remedy)
    : Error(ErrorCode::invalid_argument, std::move(found), std::move(needed), std::move(remedy)) {}

void throw_system_error(const std::string& what, int error_number, std::string needed,
                        std::string remedy) {
  throw Error(ErrorCode::input_output, what + ": " + std::strerror(error_number), std::move(needed),
              std::move(remedy));
}

void report(const Error& error) noexcept {
  to_standard_error(fmt::format("lath: {}; {}\nhint: {}\n", one_line(error.found(), kLongest),
                                one_line(error.needed(), kLongest),
                                one_line(error.remedy(), kLongest)));
}

void warn(const std::string& text) noexcept {
  to_standard_error(fmt::format("lath: warning: {}\n", one_line(text, kLongest)));
}

}  // namespace lath::tool
