// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
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

  /// C^2 = 2^k n / M: the variance of a coefficient, where values have the mean square n and are
  /// not correlated. It is 1 for x^n + 1.
  [[nodiscard]] double coefficient_variance() const noexcept { return terms * degree / powers; }
  /// (sqrt(n) / C)^2 = M / 2^k: the mean square of values, where coefficients have the variance 1.
  [[nodiscard]] double mean_square_value() const noexcept { return powers / terms; }
};

}  // namespace lath::he
