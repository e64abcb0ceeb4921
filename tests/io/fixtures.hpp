// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string_view>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/random/generator.hpp"

namespace lath::io {

using Bytes = std::vector<std::byte>;

/// A generator with a fixed seed; different names give different streams.
inline Generator generator_of(std::string_view name) { return Generator::from_seed(Seed{}, name); }

/// The error that `work` throws; fails the test where it throws none.
template <class Action>
Error error_of(Action&& action) {
  try {
    action();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return Error(ErrorCode::invalid_argument, "", "", "");
}

}  // namespace lath::io
