// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "lath/base/error.hpp"

namespace lath::testing {

/// A call with bad input and what its error says: the value, the rule and the remedy, each in its
/// own part of the message.
struct BadInput {
  std::string name;
  std::function<void()> call;
  ErrorCode code;
  std::string found, needed, remedy;
};

/// Makes every call, and `unchanged` after each, which checks that the operands are as they were.
inline void expect_refused(
    const std::vector<BadInput>& cases, const std::function<void()>& unchanged = [] {}) {
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_FALSE(text.empty());
    EXPECT_NE(text.find(part), std::string::npos) << "\"" << text << "\" lacks \"" << part << "\"";
  };
  for (const BadInput& input : cases) {
    SCOPED_TRACE(input.name);
    try {
      input.call();
      ADD_FAILURE() << "no error";
    } catch (const Error& error) {
      EXPECT_EQ(error_code_name(error.code()), error_code_name(input.code)) << error.what();
      has(error.found(), input.found);
      has(error.needed(), input.needed);
      has(error.remedy(), input.remedy);
    }
    unchanged();
  }
}

}  // namespace lath::testing
