// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Thresholds: numbers of 128 bits in non-decreasing order. A sampler counts the thresholds that a
/// random number reaches.
class Thresholds {
 public:
  /// Bytes of a random number.
  static constexpr std::size_t kDrawBytes = 16;

  /// The high and the low words of the thresholds: two vectors of the same size, at most 2^20.
  Thresholds(std::vector<std::uint64_t> high, std::vector<std::uint64_t> low);

  [[nodiscard]] std::size_t size() const noexcept { return high_.size(); }
  [[nodiscard]] std::span<const std::uint64_t> high() const noexcept { return high_; }
  [[nodiscard]] std::span<const std::uint64_t> low() const noexcept { return low_; }

  /// out[i] = first + the number of thresholds that are at most draw i of `random`, each draw 16
  /// bytes, least significant first. Constant time: scalar code compares every draw with every
  /// threshold; vectors search a tree, and at each depth read all of its thresholds.
  void count(Isa isa, std::span<std::int64_t> out, std::span<const std::byte> random,
             std::int64_t first) const noexcept;

 private:
  // The thresholds as a complete binary search tree, in the order in which vectors read it. The
  // depths follow each other from the root. Each depth has 16 rows, one for each byte of a
  // threshold, least significant first. A row has that byte of all nodes from left to right, padded
  // to a multiple of 16. Empty if this CPU has no vectors for it.
  void make_tree();

  std::vector<std::uint64_t> high_, low_;
  int depths_ = 0;
  Buffer<std::uint8_t> tree_;
};

}  // namespace lath::detail
