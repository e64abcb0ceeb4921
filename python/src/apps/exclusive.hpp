// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <thread>

#include "apps/apps.hpp"

namespace lath::python {

/// An object that one thread uses at a time, while others wait.
template <class Object>
class Exclusive {
 public:
  /// The object that `make` makes. Called with the GIL.
  template <class Make>
  explicit Exclusive(const Make& make) : object_(released(make)) {}

  /// Calls `use` with the object, without the GIL. Throws invalid_argument in a function that the
  /// object itself called, which would wait for ever.
  template <class Use>
  auto lend(const Use& use) {
    return released([&] {
      if (user_ == std::this_thread::get_id()) refuse();
      const std::lock_guard lock(mutex_);
      const Turn turn(user_);
      return use(object_);
    });
  }
  /// Calls `use` with what never changes.
  template <class Use>
  decltype(auto) view(const Use& use) const {
    return use(object_);
  }

 private:
  using User = std::atomic<std::thread::id>;
  struct Turn {
    explicit Turn(User& of) : user(of) { user = std::this_thread::get_id(); }
    ~Turn() { user = std::thread::id(); }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    User& user;
  };
  [[noreturn]] static void refuse() {
    throw Error(ErrorCode::invalid_argument, "a call within a call of the same object",
                "one call at a time", "let the function only keep what it is given");
  }

  Object object_;
  std::mutex mutex_;
  User user_;
};

}  // namespace lath::python
