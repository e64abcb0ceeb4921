// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

namespace lath::he {

/// The numbers that noise bounds take from a ring Z[x]/(Phi_m(x)) with k odd primes in m;
/// docs/noise.md derives them. Coefficients belong to the powerful basis, values to the complex
/// roots of Phi_m.
struct RingGeometry {
  double degree = 0;  ///< n = phi(m)
  double powers = 0;  ///< M: errors are drawn as so many coefficients of powers of x; n for x^n + 1
  double terms = 1;   ///< 2^k: a coefficient of an error is a sum of 2^k draws; 1 for x^n + 1
  std::uint64_t odd_primes = 0;  ///< k

  /// The geometry of the ring of index m, for m from 3 on. Tries divisors up to the root of m.
  static RingGeometry of_index(std::uint64_t m) noexcept;

  /// M / 2^k: the mean square of values of a noise whose deviation is 1; n for x^n + 1.
  [[nodiscard]] double mean_square_value() const noexcept { return powers / terms; }
  /// The factor by which the variance of roundings of two parts and a secret key exceeds
  /// (1 + n)/12: 2^k n/M for the mean of all values, 2^k 2/3 for the correlation of values and a
  /// key that is drawn. 1 for x^n + 1.
  [[nodiscard]] double rounding_expansion() const noexcept {
    return terms * std::max(degree / powers, 2.0 / 3);
  }
  /// Whether both are equal.
  friend bool operator==(const RingGeometry&, const RingGeometry&) = default;
};

}  // namespace lath::he
