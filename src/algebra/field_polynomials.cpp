// SPDX-License-Identifier: Apache-2.0
#include "algebra/field_polynomials.hpp"

#include <algorithm>
#include <utility>

namespace lath::detail {
namespace {

void make_monic(Coefficients& a, const Modulus& p) {
  const std::uint64_t factor = p.inverse_vartime(a.back());
  for (std::uint64_t& x : a) x = p.multiply(x, factor);
}

// c -= factor x^shift b.
void subtract_shifted(Coefficients& c, std::uint64_t factor, std::size_t shift,
                      const Coefficients& b, const Modulus& p) {
  if (c.size() < b.size() + shift) c.resize(b.size() + shift);
  for (std::size_t i = 0; i < b.size(); ++i) {
    c[i + shift] = p.subtract(c[i + shift], p.multiply(factor, b[i]));
  }
}

}  // namespace

Coefficients greatest_common_divisor(Coefficients a, Coefficients b, const Modulus& p) {
  trim(a);
  trim(b);
  while (!b.empty()) {
    make_monic(b, p);
    a = remainder(std::move(a), b, p);
    trim(a);
    std::swap(a, b);
  }
  if (!a.empty()) make_monic(a, p);
  return a;
}

Coefficients minimal_polynomial(std::span<const std::uint64_t> u, const Modulus& p) {
  // The connection polynomial c, and the polynomial before its length changed last.
  Coefficients c{1}, before{1};
  std::size_t length = 0, shift = 1;
  std::uint64_t inverse = 1;  // of the discrepancy then
  for (std::size_t i = 0; i < u.size(); ++i, ++shift) {
    WideSum sum(p);
    for (std::size_t j = 0; j <= std::min(length, c.size() - 1); ++j)
      sum.add_product(c[j], u[i - j]);
    const std::uint64_t discrepancy = sum.value();
    if (discrepancy == 0) continue;
    const bool grows = 2 * length <= i;
    Coefficients old = grows ? c : Coefficients{};
    subtract_shifted(c, p.multiply(discrepancy, inverse), shift, before, p);
    if (!grows) continue;
    length = i + 1 - length;
    before = std::move(old);
    inverse = p.inverse_vartime(discrepancy);
    shift = 0;
  }
  c.resize(length + 1);
  std::ranges::reverse(c);
  return c;
}

}  // namespace lath::detail
