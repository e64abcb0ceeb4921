// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>

/// The parameter sets as types of typed tests.
namespace lath::ml_kem {

template <unsigned kNumber>
struct Set {
  static constexpr unsigned kSet = kNumber;
};

struct SetNames {
  template <class T>
  static std::string GetName(int) {
    return std::to_string(T::kSet);
  }
};
using Sets = ::testing::Types<Set<512>, Set<768>, Set<1024>>;

}  // namespace lath::ml_kem
