// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/base/buffer.hpp"

namespace lath::hardware::detail {

/// Parts of a workspace, one after the other, each on a cache line of its own. A null workspace
/// counts what they need.
class Scratch {
 public:
  explicit Scratch(std::byte* memory) noexcept : memory_(memory) {}

  /// Memory for `count` elements, which are written before they are read.
  template <class T>
  T* take(std::size_t count) noexcept {
    std::byte* const at = memory_ == nullptr ? nullptr : memory_ + used_;
    used_ += (count * sizeof(T) + kCacheLine - 1) / kCacheLine * kCacheLine;
    return reinterpret_cast<T*>(at);
  }
  /// The bytes taken.
  [[nodiscard]] std::size_t used() const noexcept { return used_; }

 private:
  std::byte* memory_;
  std::size_t used_ = 0;
};

}  // namespace lath::hardware::detail
