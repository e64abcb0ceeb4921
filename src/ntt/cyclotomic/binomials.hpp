// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lath::detail {

/// Phi_m as a product of powers of binomials, for m from 2 on: with r the odd part of the radical
/// and b = m / rad(m),
///
///     Phi_m(x) = prod over d | r of (1 - s x^(b d))^mu(r/d),   s = -1 for even m, else 1,
///
/// since Phi_2r(x) = Phi_r(-x). If m is a power of two, there is one factor.
struct Binomials {
  std::size_t degree = 1;             ///< phi(m)
  std::size_t block = 1;              ///< b
  bool minus = true;                  ///< s = 1
  std::vector<std::size_t> factors;   ///< b d where mu is 1
  std::vector<std::size_t> divisors;  ///< b d where mu is -1
};

/// The binomials of Phi_m, for m from 2 to 2^32. In a product that is cut off at a power of x,
/// binomials of at least this degree count as 1.
Binomials binomials_of(std::uint64_t m);

}  // namespace lath::detail
