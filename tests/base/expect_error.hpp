// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

#include "lath/base/error.hpp"

namespace lath::testing {

/// Expects that `action` throws lath::Error with this code, with none of its three parts empty, and
/// that what() contains each of `parts`: the value, the rule and the remedy.
template <class Action>
void expect_error(const Action& action, ErrorCode code,
                  std::initializer_list<std::string_view> parts) {
  try {
    action();
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_EQ(error_code_name(error.code()), error_code_name(code)) << what;
    EXPECT_FALSE(error.found().empty()) << what;
    EXPECT_FALSE(error.needed().empty()) << what;
    EXPECT_FALSE(error.remedy().empty()) << what;
    for (const std::string_view part : parts) {
      EXPECT_NE(what.find(part), std::string::npos)
          << "\"" << what << "\" lacks \"" << part << "\"";
    }
    return;
  }
  ADD_FAILURE() << "no lath::Error was thrown";
}

}  // namespace lath::testing
