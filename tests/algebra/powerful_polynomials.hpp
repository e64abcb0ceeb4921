// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "lath/ntt/cyclotomic_index.hpp"

/// Integer polynomials modulo Phi_m in the powerful basis, by the definition.
namespace lath::testing {

/// The powerful basis by the coefficients of x^0, ..., x^(m-1): axis by axis, zeta_q^i is minus the
/// sum of zeta_q^(i - j q/l) for 0 < j < l where i is phi(q) or more.
inline std::vector<mpz_class> in_powerful_basis(const CyclotomicIndex& index,
                                                std::vector<mpz_class> powers) {
  const std::uint64_t m = index.value();
  for (std::uint64_t k = 1; k < m && m % 4 == 2; k += 2) {  // x^(m/2) = -1
    powers[(k + m / 2) % m] -= powers[k];
    powers[k] = 0;
  }
  for (const auto& axis : index.axes()) {
    const std::uint64_t q = axis.value, step = m / q, l = axis.prime;
    std::uint64_t inverse = 1;
    while (step % q * inverse % q != 1) ++inverse;
    for (std::uint64_t k = 0; k < m; ++k) {
      if (k % q * inverse % q < axis.degree) continue;
      for (std::uint64_t j = 1; j < l; ++j) powers[(k + m - j * (m / l)) % m] -= powers[k];
      powers[k] = 0;
    }
  }
  std::vector<mpz_class> polynomial(index.degree());
  for (std::size_t i = 0; i < polynomial.size(); ++i) polynomial[i] = powers[index.power(i)];
  return polynomial;
}

/// a(x^g) b(x).
inline std::vector<mpz_class> product_of(const CyclotomicIndex& index,
                                         const std::vector<mpz_class>& a, std::uint64_t g,
                                         const std::vector<mpz_class>& b) {
  const std::uint64_t m = index.value();
  std::vector<mpz_class> powers(m);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) {
      if (b[k] == 0) continue;
      powers[(index.power(i) * g + index.power(k)) % m] += a[i] * b[k];
    }
  }
  return in_powerful_basis(index, std::move(powers));
}

}  // namespace lath::testing
