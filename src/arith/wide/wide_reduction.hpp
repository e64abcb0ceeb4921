// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/natural.hpp"

namespace lath::detail {

/// Reductions modulo a public number p of any size, of sums that are at most 2^70 times as large.
/// By Barrett's method: with mu = floor(2^(64 (w + 2)) / p) for w words of p, the quotient of the
/// three topmost words of the sum is at most 3 too small. Constant time in the sums.
class WideReduction {
 public:
  explicit WideReduction(const Natural& p);

  /// w.
  [[nodiscard]] std::size_t words() const noexcept { return words_; }
  /// Reduces a sum of w + 2 words, below 2^70 p, to w words in [0, p), in place.
  void reduce(std::span<std::uint64_t> sum) const noexcept;

 private:
  std::size_t words_;
  std::vector<std::uint64_t> modulus_;       // and two zeros
  std::uint64_t reciprocal_[3] = {0, 0, 0};  // mu
};

}  // namespace lath::detail
