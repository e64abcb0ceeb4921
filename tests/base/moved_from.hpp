// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/base/error.hpp"

/// What can be done with an object that was moved from: each operation works or throws lath::Error.
/// CONTRIBUTING.md says what is left behind: handles are as they were, containers are empty.
// NOLINTBEGIN(bugprone-use-after-move): that is what this file is about
namespace lath::testing {

/// What a move leaves behind.
enum class Left { as_it_was, empty };

/// Something to do with what was moved from: of a handle it works, of a container it throws
/// lath::Error or, where `works` is set, works there, too.
template <class T>
struct Operation {
  const char* name;
  std::function<void(T&)> run;
  bool works = false;
};

/// Moves from an object by construction and by assignment, and does everything with what is left.
template <class T, class Make>
void expect_policy(const char* type, Left left, const Make& make,
                   const std::vector<Operation<T>>& operations) {
  SCOPED_TRACE(type);
  static_assert(std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>);
  static_assert(std::is_nothrow_destructible_v<T>);
  for (const bool assigned : {false, true}) {
    for (const Operation<T>& operation : operations) {
      SCOPED_TRACE(operation.name);
      T source = make();
      T target = make();
      if (assigned) {
        target = std::move(source);
      } else {
        T other(std::move(source));
        std::swap(target, other);
      }
      bool threw = false;
      try {
        operation.run(source);
      } catch (const Error& error) {
        threw = true;
        EXPECT_TRUE(error.code() == ErrorCode::invalid_argument ||
                    error.code() == ErrorCode::mismatch || error.code() == ErrorCode::malformed)
            << error.what();
      }
      EXPECT_EQ(threw, left == Left::empty && !operation.works);
      // What it was moved to is whole, and it can be made whole again.
      operation.run(target);
      source = make();
      operation.run(source);
      if constexpr (std::is_copy_constructible_v<T>) {
        source = make();
        T moved = std::move(source);
        T copy(source);
        source = copy;
        copy = moved;
        operation.run(copy);
      }
    }
  }
}

template <class T>
void use(const T&) {}

}  // namespace lath::testing
// NOLINTEND(bugprone-use-after-move)
