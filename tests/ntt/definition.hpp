// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/arith/word.hpp"

/// What the kernels compute, straight from the definitions: slow, and with nothing of the library
/// in it but its 128-bit type. The sums over all words are in definition.cpp.
namespace lath::testing {

inline std::uint64_t multiply_by_division(std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  return static_cast<std::uint64_t>(uint128{a} * b % p);
}

inline std::uint64_t power_by_division(std::uint64_t base, std::uint64_t exponent,
                                       std::uint64_t p) {
  std::uint64_t result = 1;
  for (; exponent != 0; exponent /= 2) {
    if (exponent % 2 == 1) result = multiply_by_division(result, base, p);
    base = multiply_by_division(base, base, p);
  }
  return result;
}

/// The bits of j < n in reverse order, n a power of two.
inline std::size_t bit_reversal(std::size_t j, std::size_t n) {
  std::size_t reversed = 0;
  for (std::size_t bit = 1; bit < n; bit *= 2, j /= 2) reversed = 2 * reversed + j % 2;
  return reversed;
}

/// a(x) mod p by Horner's rule.
template <class Word>
std::uint64_t evaluate(const std::vector<Word>& a, std::uint64_t x, std::uint64_t p);

/// Slot j of the transform of a: a(psi^(2 brv(j) + 1)).
template <class Word>
std::uint64_t slot(const std::vector<Word>& a, std::size_t j, std::uint64_t psi, std::uint64_t p) {
  return evaluate(a, power_by_division(psi, 2 * bit_reversal(j, a.size()) + 1, p), p);
}

/// a b mod (x^m - zeta, p), m the number of coefficients, for words below 2^63: each coefficient is
/// a sum of products of coefficients.
template <class Word>
std::vector<Word> product_modulo(const std::vector<Word>& a, const std::vector<Word>& b,
                                 std::uint64_t zeta, std::uint64_t p);

/// a b mod (x^n + 1, p).
template <class Word>
std::vector<Word> schoolbook_product(const std::vector<Word>& a, const std::vector<Word>& b,
                                     std::uint64_t p) {
  return product_modulo(a, b, p - 1, p);
}

/// a mod (x^m - zeta, p): every m-th coefficient is a polynomial in zeta.
template <class Word>
std::vector<Word> residue(const std::vector<Word>& a, std::size_t m, std::uint64_t zeta,
                          std::uint64_t p) {
  std::vector<Word> result;
  for (std::size_t i = 0; i < m; ++i) {
    std::vector<Word> every;
    for (std::size_t k = i; k < a.size(); k += m) every.push_back(a[k]);
    result.push_back(static_cast<Word>(evaluate(every, zeta, p)));
  }
  return result;
}

}  // namespace lath::testing
