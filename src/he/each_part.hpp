// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "lath/he/ciphertext.hpp"

namespace lath::he {

/// One thing for each part of a ciphertext or a product, without an allocation.
template <class T>
class EachPart {
 public:
  /// So many, at most kMostParts.
  explicit EachPart(std::size_t parts) noexcept : size_(parts) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] T& operator[](std::size_t i) noexcept { return things_[i]; }
  [[nodiscard]] const T& operator[](std::size_t i) const noexcept { return things_[i]; }
  [[nodiscard]] const T* begin() const noexcept { return things_.data(); }
  [[nodiscard]] const T* end() const noexcept { return things_.data() + size_; }
  [[nodiscard]] std::span<const T> span() const noexcept { return {things_.data(), size_}; }

 private:
  std::array<T, kMostParts> things_;
  std::size_t size_;
};

}  // namespace lath::he
