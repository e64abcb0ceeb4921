// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "base/fork.hpp"

namespace lath::detail {

/// A value that is made when it is first needed, and kept. Threads that need it at the same time
/// may all make it; the first one to end keeps its own, and everybody gets that.
template <class T>
class Once {
 public:
  Once() noexcept = default;
  Once(const Once&) = delete;
  Once& operator=(const Once&) = delete;
  ~Once() { delete value_.load(std::memory_order_relaxed); }

  /// The value, or the result of make(). Throws the errors of make(), and std::bad_alloc.
  template <class Make>
  const T& get(const Make& make) const {
    if (const T* found = peek()) return *found;
    auto made = std::make_unique<const T>(make());
    const std::lock_guard lock(cache_mutex());
    if (const T* found = peek()) return *found;
    value_.store(made.get(), std::memory_order_release);
    return *made.release();
  }
  /// The value, or null as long as there is none.
  [[nodiscard]] const T* peek() const noexcept { return value_.load(std::memory_order_acquire); }

 private:
  mutable std::atomic<const T*> value_ = nullptr;
};

}  // namespace lath::detail
