// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "he/context.hpp"
#include "lath/he/bgv_parameters.hpp"

namespace lath::he::bgv {

/// What BGV has besides at one level.
struct BgvLevel {
  RowMap to_plaintext;            ///< the representative of x modulo Q next to zero, modulo t
  std::uint64_t inverse_of_last;  ///< of the last prime modulo t
};

/// What parameters of BGV own. The errors are multiples of t; there are no auxiliary primes.
class BgvContext : public Context {
 public:
  /// Throws invalid_argument as Parameters::create_insecure() does.
  explicit BgvContext(const Literal& from);

  RnsScalar<DynamicRing> t_of_q, inverse_of_t;  ///< t and 1/t modulo the primes of Q
  std::vector<BgvLevel> bgv_levels;             ///< level l at index l - 1

  [[nodiscard]] const BgvLevel& bgv_level(std::size_t l) const noexcept {
    return bgv_levels[l - 1];
  }

 private:
  [[nodiscard]] BgvLevel make_bgv_level(const Level& level) const;
};

/// The context of parameters, all of which were made with one of BGV.
[[nodiscard]] inline const BgvContext& context_of(const Parameters& parameters) noexcept {
  return static_cast<const BgvContext&>(*parameters.context());
}

}  // namespace lath::he::bgv
