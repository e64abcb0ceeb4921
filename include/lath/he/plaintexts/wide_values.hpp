// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

/// Numbers of many words, in and out of plaintexts: so many numbers of so many words, the least
/// significant word first. Their memory is wiped before it is freed.
class WideValues {
 public:
  /// Zeros. Throws invalid_argument if the words are too many to count.
  WideValues(std::size_t count, std::size_t words);

  /// The number of numbers.
  [[nodiscard]] std::size_t size() const noexcept { return all_.size() == 0 ? 0 : count_; }
  /// The number of words of each.
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  ///@{
  /// The words of number i < size().
  [[nodiscard]] std::span<std::uint64_t> operator[](std::size_t i) & noexcept {
    return all_.span().subspan(i * words_, words_);
  }
  [[nodiscard]] std::span<const std::uint64_t> operator[](std::size_t i) const& noexcept {
    return all_.span().subspan(i * words_, words_);
  }
  ///@}
  ///@{
  /// The words of all numbers, one behind the other.
  [[nodiscard]] std::span<std::uint64_t> span() & noexcept { return all_.span(); }
  [[nodiscard]] std::span<const std::uint64_t> span() const& noexcept { return all_.span(); }
  ///@}

 private:
  std::size_t count_, words_;
  Buffer<std::uint64_t, Secret> all_;
};

}  // namespace lath::he
