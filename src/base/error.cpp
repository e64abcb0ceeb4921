// SPDX-License-Identifier: Apache-2.0
#include "lath/base/error.hpp"

#include <utility>

namespace lath {

std::string_view error_code_name(ErrorCode code) noexcept {
  switch (code) {
    case ErrorCode::invalid_argument:
      return "invalid_argument";
    case ErrorCode::mismatch:
      return "mismatch";
    case ErrorCode::unsupported:
      return "unsupported";
    case ErrorCode::malformed:
      return "malformed";
    case ErrorCode::authentication:
      return "authentication";
    case ErrorCode::input_output:
      return "input_output";
    case ErrorCode::entropy:
      return "entropy";
    case ErrorCode::cancelled:
      return "cancelled";
  }
  return "unknown";
}

Error::Error(ErrorCode code, std::string found, std::string needed, std::string remedy)
    : std::runtime_error(found + "; " + needed + "; " + remedy),
      code_(code),
      found_(std::move(found)),
      needed_(std::move(needed)),
      remedy_(std::move(remedy)) {}

}  // namespace lath
