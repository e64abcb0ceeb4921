// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/natural.hpp"

namespace lath::detail {

/// Products with a fixed factor k modulo a number t of any size, which are both public. Numbers
/// modulo t are as many words as t - 1 has, the least significant first. By V. Shoup's method: with
/// k' = floor(k 2^(64 w) / t) the product is k a - floor(k' a / 2^(64 w)) t, or t less. Constant
/// time in the other factor.
class WideFactor {
 public:
  /// For k below t.
  WideFactor(const Natural& k, const Natural& t);

  /// Replaces numbers below t, one behind the other, by their products. 3 w^2 products of words
  /// each.
  void multiply(std::span<std::uint64_t> numbers) const noexcept;

 private:
  std::size_t words_;
  std::vector<std::uint64_t> factor_, quotient_, modulus_;  // k and t with a zero behind
};

}  // namespace lath::detail
