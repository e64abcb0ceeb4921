// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "he/context.hpp"
#include "lath/he/bfv_parameters.hpp"

namespace lath::he::bfv {

/// Rows of the workspace that a product takes: two factors, a product, and the sum of products.
inline constexpr std::size_t kProductRows = 10;

/// An auxiliary base R in which products of a level are computed, and its maps.
struct Auxiliary {
  LimbSet r;
  double log2_r;
  RowMap extend, reduce;  ///< representatives, from Q to R and from R to Q
  RowMap shrink;          ///< round(R x / Q) mod R
  RowMap scale;           ///< round(t x / R) mod Q
};

/// What BFV has besides at one level.
struct BfvLevel {
  RowMap lower_with_own;  ///< from P to Q: [x] - P own
  /// From the shortest to one of as many primes as Q. The noisier the operands of a product, the
  /// shorter R may be.
  std::vector<Auxiliary> auxiliaries;
};

/// What parameters of BFV own. There are as many auxiliary primes as those of Q, not shorter.
class BfvContext : public Context {
 public:
  /// Throws invalid_argument as Parameters::create_insecure() does.
  explicit BfvContext(const Literal& from);

  LimbSet r;
  std::vector<BfvLevel> bfv_levels;  ///< level l at index l - 1

  [[nodiscard]] const BfvLevel& bfv_level(std::size_t l) const noexcept {
    return bfv_levels[l - 1];
  }

 private:
  [[nodiscard]] BfvLevel make_bfv_level(const Level& level) const;
  [[nodiscard]] Auxiliary make_auxiliary(const Level& level, std::size_t primes) const;
};

/// The context of parameters, all of which were made with one of BFV.
[[nodiscard]] inline const BfvContext& context_of(const Parameters& parameters) noexcept {
  return static_cast<const BfvContext&>(*parameters.context());
}

}  // namespace lath::he::bfv
