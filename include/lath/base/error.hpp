// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "lath/base/language.hpp"

namespace lath {

/// The kind of an error. Stable across versions, so that programs can branch on it.
enum class ErrorCode {
  invalid_argument,  ///< a value outside its documented range
  mismatch,          ///< operands that do not belong together (rings, sizes, keys)
  unsupported,       ///< a valid request that this build or this CPU cannot serve
  malformed,         ///< bytes from outside that are not the object they claim to be
  authentication,    ///< bytes from outside that were changed, or a wrong key
  input_output,      ///< a file or stream that could not be read or written
  entropy,           ///< the random generator failed
  cancelled,         ///< long work that was asked to stop
};

/// The name of `code` as spelled in the enumeration.
std::string_view error_code_name(ErrorCode code) noexcept;

/// The only exception type of the library, besides std::bad_alloc. A function that throws leaves
/// its operands as they were.
///
/// what() reads "found; needed; remedy": one line without a full stop at its end.
class Error : public std::runtime_error {
 public:
  /// An error with the parts of its message.
  Error(ErrorCode code, std::string found, std::string needed, std::string remedy);

  /// The kind of the error.
  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  /// The first part of the message: the value or state that was found.
  [[nodiscard]] const std::string& found() const& noexcept { return found_; }
  const std::string& found() const&& = delete;  // the error is a temporary: give it a name
  /// The second part: the value or state that is needed instead.
  [[nodiscard]] const std::string& needed() const& noexcept { return needed_; }
  const std::string& needed() const&& = delete;  // the error is a temporary: give it a name
  /// The third part: the remedy.
  [[nodiscard]] const std::string& remedy() const& noexcept { return remedy_; }
  const std::string& remedy() const&& = delete;  // the error is a temporary: give it a name

 private:
  ErrorCode code_;
  std::string found_, needed_, remedy_;
};

}  // namespace lath
