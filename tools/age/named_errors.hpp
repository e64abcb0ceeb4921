// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "lath/base/error.hpp"
#include "terminal_text.hpp"

namespace lath::tool {

/// Whether an error is about bytes that were read, and not about anything else.
inline bool is_of_bytes(ErrorCode code) noexcept {
  return code == ErrorCode::malformed || code == ErrorCode::mismatch ||
         code == ErrorCode::authentication;
}

/// Does what reads a file; the file's name goes into what is said of its bytes.
template <class Action>
auto with_name(const std::string& path, Action action) {
  try {
    return action();
  } catch (const Error& error) {
    if (!is_of_bytes(error.code())) throw;
    throw Error(error.code(),
                (path == "-" ? "standard input" : in_quotes(path)) + ": " + error.found(),
                error.needed(), error.remedy());
  }
}

}  // namespace lath::tool
