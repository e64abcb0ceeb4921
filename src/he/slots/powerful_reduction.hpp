// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "he/slots/exact_products.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he::slots {

/// Polynomials in x modulo Phi_m and t, from powers of x below x^m to the powerful basis and back.
/// Constant time in the coefficients.
///
/// x^k is a product of zeta_q^i, one for each axis q = p^e; where i >= phi(q), zeta_q^i is minus
/// the sum of zeta_q^(i - j q/p) for 0 < j < p.
class PowerfulReduction {
 public:
  /// Tables of a word of 32 bits for each power of x.
  PowerfulReduction(const CyclotomicIndex& index, const Modulus& t);

  /// The powerful basis's coefficients of the sum of c_k x^(k g), for at most m coefficients c and
  /// a unit g modulo m. Takes about 3 m additions.
  [[nodiscard]] SecretWords reduce(std::span<const std::uint64_t> c, std::uint64_t g = 1) const;
  /// The polynomial in x with these coefficients of the powerful basis, of terms() coefficients.
  [[nodiscard]] SecretWords expand(std::span<const std::uint64_t> coefficients) const;
  /// One more than the highest power of x in the powerful basis, at most m.
  [[nodiscard]] std::size_t terms() const noexcept { return terms_; }

 private:
  CyclotomicIndex index_;
  Modulus t_;
  std::size_t terms_ = 0;
  std::vector<std::uint32_t> cell_of_, power_of_;
};

}  // namespace lath::he::slots
