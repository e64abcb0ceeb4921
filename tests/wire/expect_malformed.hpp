// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string_view>

#include "base/expect_error.hpp"

namespace lath::testing {

/// Expects that `action` refuses bytes, in these words.
template <class Action>
void expect_malformed(std::initializer_list<std::string_view> parts, const Action& action) {
  expect_error(action, ErrorCode::malformed, parts);
}

}  // namespace lath::testing
