// SPDX-License-Identifier: Apache-2.0
#include "lath/base/error.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace lath {
namespace {

TEST(Error, CarriesItsCodeAndItsThreeParts) {
  const Error error(ErrorCode::mismatch, "found this", "need that", "do so");
  EXPECT_EQ(error.code(), ErrorCode::mismatch);
  EXPECT_EQ(error.found(), "found this");
  EXPECT_EQ(error.needed(), "need that");
  EXPECT_EQ(error.remedy(), "do so");
}

TEST(Error, WhatJoinsThePartsInOneLine) {
  const Error error(ErrorCode::malformed, "found this", "need that", "do so");
  EXPECT_STREQ(error.what(), "found this; need that; do so");
}

TEST(Error, IsCaughtAsRuntimeError) {
  try {
    throw Error(ErrorCode::entropy, "a", "b", "c");
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "a; b; c");
    return;
  }
  FAIL();
}

TEST(Error, CodesHaveTheNamesOfTheEnumeration) {
  EXPECT_EQ(error_code_name(ErrorCode::invalid_argument), "invalid_argument");
  EXPECT_EQ(error_code_name(ErrorCode::mismatch), "mismatch");
  EXPECT_EQ(error_code_name(ErrorCode::unsupported), "unsupported");
  EXPECT_EQ(error_code_name(ErrorCode::malformed), "malformed");
  EXPECT_EQ(error_code_name(ErrorCode::authentication), "authentication");
  EXPECT_EQ(error_code_name(ErrorCode::input_output), "input_output");
  EXPECT_EQ(error_code_name(ErrorCode::entropy), "entropy");
  EXPECT_EQ(error_code_name(ErrorCode::cancelled), "cancelled");
}

}  // namespace
}  // namespace lath
