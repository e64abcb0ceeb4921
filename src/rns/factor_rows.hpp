// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace lath::detail {

/// The factors of the targets of a row map, a row for each target. Copies share them, and so do
/// maps from the first sources alone, which read only the beginnings of the rows.
template <class T>
class FactorRows {
 public:
  FactorRows(std::size_t targets, std::size_t length)
      : length_(length), factors_(std::make_shared<T[]>(targets * length)) {}

  /// The row of target j, zeros at first. Only whoever made the rows writes them.
  T* operator[](std::size_t j) const noexcept { return factors_.get() + j * length_; }

 private:
  std::size_t length_;
  std::shared_ptr<T[]> factors_;
};

}  // namespace lath::detail
