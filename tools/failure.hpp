// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lath/base/error.hpp"
#include "terminal_text.hpp"

namespace lath::tool {

/// A command line that asks for nothing we can do: exit code 2.
class UsageError : public Error {
 public:
  UsageError(std::string found, std::string needed, std::string remedy);
};

/// Throws input_output: "<what>: <the system's words for `error_number`>".
[[noreturn]] void throw_system_error(const std::string& what, int error_number, std::string needed,
                                     std::string remedy);

/// Writes "lath: <found>; <needed>" and "hint: <remedy>" to standard error.
void report(const Error& error) noexcept;

/// Writes "lath: warning: <text>" to standard error.
void warn(const std::string& text) noexcept;

}  // namespace lath::tool
