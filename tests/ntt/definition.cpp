// SPDX-License-Identifier: Apache-2.0
#include "ntt/definition.hpp"

namespace lath::testing {
namespace {

// Adds a b to a sum below 2^127, which may change by multiples of p to stay there.
void add_product(uint128& sum, std::uint64_t a, std::uint64_t b, std::uint64_t p) {
  sum += uint128{a} * b;
  if (sum >> 127 != 0) sum %= p;
}

}  // namespace

template <class Word>
std::uint64_t evaluate(const std::vector<Word>& a, std::uint64_t x, std::uint64_t p) {
  const Word* words = a.data();
  std::uint64_t value = 0;
  for (std::size_t i = a.size(); i-- > 0;) {
    value = static_cast<std::uint64_t>((uint128{value} * x + words[i]) % p);
  }
  return value;
}

template <class Word>
std::vector<Word> product_modulo(const std::vector<Word>& a, const std::vector<Word>& b,
                                 std::uint64_t zeta, std::uint64_t p) {
  const std::size_t m = a.size();
  std::vector<Word> product(m, 0);
  const Word *x = a.data(), *y = b.data();
  for (std::size_t k = 0; k < m; ++k) {
    uint128 low = 0, high = 0;  // coefficients k and m + k of the product of integers
    for (std::size_t i = 0; i <= k; ++i) add_product(low, x[i], y[k - i], p);
    for (std::size_t i = k + 1; i < m; ++i) add_product(high, x[i], y[m + k - i], p);
    const auto folded = multiply_by_division(static_cast<std::uint64_t>(high % p), zeta, p);
    product.data()[k] = static_cast<Word>((low + folded) % p);
  }
  return product;
}

template std::uint64_t evaluate(const std::vector<std::uint16_t>&, std::uint64_t, std::uint64_t);
template std::uint64_t evaluate(const std::vector<std::uint32_t>&, std::uint64_t, std::uint64_t);
template std::uint64_t evaluate(const std::vector<std::uint64_t>&, std::uint64_t, std::uint64_t);

template std::vector<std::uint16_t> product_modulo(const std::vector<std::uint16_t>&,
                                                   const std::vector<std::uint16_t>&, std::uint64_t,
                                                   std::uint64_t);
template std::vector<std::uint32_t> product_modulo(const std::vector<std::uint32_t>&,
                                                   const std::vector<std::uint32_t>&, std::uint64_t,
                                                   std::uint64_t);
template std::vector<std::uint64_t> product_modulo(const std::vector<std::uint64_t>&,
                                                   const std::vector<std::uint64_t>&, std::uint64_t,
                                                   std::uint64_t);

}  // namespace lath::testing
