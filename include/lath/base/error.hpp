// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace lath {

/// What kind of thing went wrong; stable across versions, for programs to branch on.
enum class ErrorCode {
  invalid_argument,  ///< a value outside its documented range
  mismatch,          ///< operands that do not belong together (rings, sizes, keys)
  unsupported,       ///< a sound request that this build or this CPU cannot serve
  malformed,         ///< bytes from outside that are not what they claim to be
  authentication,    ///< bytes from outside that somebody changed, or a wrong key
  input_output,      ///< a file or stream that could not be read or written
  entropy,           ///< the random generator could not deliver
  cancelled,         ///< long work that was asked to stop
};

/// The name of `code` as it is spelled in the enumeration.
std::string_view error_code_name(ErrorCode code) noexcept;

/// The one exception type of the library. Whatever throws it has left its operands as they were.
///
/// what() reads "<found>; <needed>; <remedy>", one line without a final full stop.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, std::string found, std::string needed, std::string remedy);

  [[nodiscard]] ErrorCode code() const noexcept { return code_; }
  [[nodiscard]] const std::string& found() const& noexcept { return found_; }
  const std::string& found() const&& = delete;  // the error is a temporary: give it a name
  [[nodiscard]] const std::string& needed() const& noexcept { return needed_; }
  const std::string& needed() const&& = delete;  // the error is a temporary: give it a name
  [[nodiscard]] const std::string& remedy() const& noexcept { return remedy_; }
  const std::string& remedy() const&& = delete;  // the error is a temporary: give it a name

 private:
  ErrorCode code_;
  std::string found_, needed_, remedy_;
};

}  // namespace lath
