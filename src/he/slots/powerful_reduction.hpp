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

  /// The coefficients of the powerful basis of a polynomial in x with at most m coefficients. Takes
  /// about 3 m additions.
  [[nodiscard]] SecretWords reduce(std::span<const std::uint64_t> c) const;
  /// The polynomial in x with these coefficients of the powerful basis, of terms() coefficients.
  [[nodiscard]] SecretWords expand(std::span<const std::uint64_t> coefficients) const;
  ///@{
  /// The same of 64 polynomials modulo 2 at once, one in each bit of the words, for an odd m: words
  /// stand in m cells, x^k in this one, and end in the first phi(m), where coefficients stand.
  [[nodiscard]] std::size_t cell(std::uint64_t k) const noexcept { return cell_of_[k]; }
  void reduce_bits(std::span<std::uint64_t> cells) const noexcept;
  ///@}
  /// One more than the highest power of x in the powerful basis, at most m.
  [[nodiscard]] std::size_t terms() const noexcept { return terms_; }

 private:
  template <class Subtract>
  void fold_axes(std::span<std::uint64_t> cells, const Subtract& subtract) const noexcept;

  CyclotomicIndex index_;
  Modulus t_;
  std::size_t terms_ = 0;
  std::vector<std::uint32_t> cell_of_, power_of_;
};

}  // namespace lath::he::slots
