// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"

namespace lath::detail {

/// Numbers of 128 bits in an order that never falls, for samplers that count how many of them a
/// random number reaches.
class Thresholds {
 public:
  /// Bytes of randomness per count.
  static constexpr std::size_t kDrawBytes = 16;

  /// The words of each, as many of the one as of the other, at most 2^20.
  Thresholds(std::vector<std::uint64_t> high, std::vector<std::uint64_t> low);

  [[nodiscard]] std::size_t size() const noexcept { return high_.size(); }
  [[nodiscard]] std::span<const std::uint64_t> high() const noexcept { return high_; }
  [[nodiscard]] std::span<const std::uint64_t> low() const noexcept { return low_; }

  /// out[i] = first + the number of thresholds that are at most draw i of `random`, each draw 16
  /// bytes, least significant first. Constant time: scalars compare every draw with every
  /// threshold; vectors walk a tree of them, and read all thresholds of one depth to get at one.
  void count(Isa isa, std::span<std::int64_t> out, std::span<const std::byte> random,
             std::int64_t first) const noexcept;

 private:
  // A complete binary tree in the order of a search, as vectors read it: depth after depth; in it
  // byte after byte of the thresholds, the least significant first; of each byte those of all nodes
  // from left to right, filled up to a multiple of 16. Empty where this CPU has no vectors for it.
  void make_tree();

  std::vector<std::uint64_t> high_, low_;
  int depths_ = 0;
  Buffer<std::uint8_t> tree_;
};

}  // namespace lath::detail
