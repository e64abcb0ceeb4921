// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include "lath/ntt/powerful_basis.hpp"

namespace lath::he {

/// What noise bounds depend on in a ring Z[x]/(Phi_m(x)) with k odd primes in m; docs/noise.md
/// derives it. Coefficients are those of the powerful basis, values those at the roots of Phi_m in
/// the complex numbers.
struct RingGeometry {
  double degree;  ///< n = phi(m)
  double powers;  ///< M: errors are drawn as so many coefficients of powers of x; n for x^n + 1
  double terms;   ///< 2^k: a coefficient of an error is a sum of so many of them; 1 for x^n + 1

  static RingGeometry of(const PowerfulBasis& basis) noexcept {
    return {static_cast<double>(basis.index().degree()), static_cast<double>(basis.powers()),
            static_cast<double>(basis.terms())};
  }
  static RingGeometry of(std::size_t degree) noexcept {
    const auto n = static_cast<double>(degree);
    return {n, n, 1};
  }

  /// M / 2^k: the mean square of values of a noise whose deviation is 1; n for x^n + 1.
  [[nodiscard]] double mean_square_value() const noexcept { return powers / terms; }
  /// What roundings of two parts and a secret key count times (1 + n)/12: 2^k n/M for the mean of
  /// all values, 2^k 2/3 for the correlation of values and a key that is drawn. 1 for x^n + 1.
  [[nodiscard]] double rounding_expansion() const noexcept {
    return terms * std::max(degree / powers, 2.0 / 3);
  }
};

}  // namespace lath::he
