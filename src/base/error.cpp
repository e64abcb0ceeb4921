// SPDX-License-Identifier: Apache-2.0
#include "lath/base/error.hpp"

#include <utility>

#include "base/names.hpp"

namespace lath {

std::string_view error_code_name(ErrorCode code) noexcept {
  using enum ErrorCode;
  constexpr detail::Named<ErrorCode> kNames[] = {{invalid_argument, "invalid_argument"},
                                                 {mismatch, "mismatch"},
                                                 {unsupported, "unsupported"},
                                                 {malformed, "malformed"},
                                                 {authentication, "authentication"},
                                                 {input_output, "input_output"},
                                                 {entropy, "entropy"},
                                                 {cancelled, "cancelled"}};
  return detail::name_in(kNames, code, "unknown");
}

Error::Error(ErrorCode code, std::string found, std::string needed, std::string remedy)
    : std::runtime_error(found + "; " + needed + "; " + remedy),
      code_(code),
      found_(std::move(found)),
      needed_(std::move(needed)),
      remedy_(std::move(remedy)) {}

}  // namespace lath
