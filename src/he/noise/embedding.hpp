// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {

/// The largest and the mean value of |a(z)|^2 over the roots z of Phi_m in the complex numbers.
struct SquaredValues {
  double largest, mean;
};

/// The squared values of a polynomial with these coefficients in the powerful basis. In double
/// precision: in the ring of a power of two the largest |a(z)| has a relative error of less than
/// 2^-35, and otherwise one of less than 2^-40 n times the largest coefficient. Takes n log2(n)
/// operations, or some 6 m log2(4 m), in an order that does not depend on the coefficients.
[[nodiscard]] SquaredValues squared_values(std::span<const std::int64_t> coefficients,
                                           const CyclotomicIndex& index);
/// The factor by which rounding errors may have made the largest squared value too small. In other
/// rings they are below 2^-40 n times the largest coefficient, itself below 2^6 times the norm.
[[nodiscard]] inline double rounding_factor(const CyclotomicIndex& index) noexcept {
  const double errors =
      0x1p-34 * (index.is_power_of_two() ? 1 : static_cast<double>(index.degree()));
  return (1 + errors) * (1 + errors);
}
/// The largest squared value, the square of the canonical norm, or more: rounding errors are added.
/// It is at most the square of the sum of magnitudes, which integers and monomials reach exactly.
[[nodiscard]] double squared_canonical_norm(std::span<const std::int64_t> coefficients,
                                            const CyclotomicIndex& index);

/// The square of the canonical norm, or more, of a polynomial given by residues modulo t < 2^63;
/// its coefficients are next to zero. For n from 2^10 to 2^16 and t < 2^40 the values are in single
/// precision: allowing for their errors adds at most 0.002 bits to the norm at n = 2^13, and 0.006
/// at 2^16.
[[nodiscard]] double squared_canonical_norm(std::span<const std::uint64_t> residues,
                                            std::uint64_t t, const CyclotomicIndex& index);

/// The bound that noise bounds assume for the square of the secret key's canonical norm: (2n/3)
/// ln(n). Each |s(z)|^2 / (2n/3) is distributed nearly exponentially, so that three of five drawn
/// keys are below the bound.
[[nodiscard]] double largest_secret_norm(std::size_t degree) noexcept;
/// The bound for keys that are read, (2n/3)(ln(n) + 32): a key of another library, which has no
/// bound, is beyond with a probability of less than 2^-46.
[[nodiscard]] double largest_read_norm(std::size_t degree) noexcept;

}  // namespace lath::he
