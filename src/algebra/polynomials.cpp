// SPDX-License-Identifier: Apache-2.0
#include "algebra/polynomials.hpp"

#include <algorithm>
#include <utility>

#include "lath/arith/barrett.hpp"
#include "lath/arith/shoup.hpp"

namespace lath::detail {

void multiply(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
              std::span<const std::uint64_t> b, const Modulus& t) noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) {
    WideSum sum(t);
    const std::size_t first = i < b.size() ? 0 : i - b.size() + 1;
    for (std::size_t j = first; j < std::min(i + 1, a.size()); ++j) sum.add_product(a[j], b[i - j]);
    out[i] = sum.value();
  }
}

void divide(std::span<std::uint64_t> a, std::span<const std::uint64_t> f,
            const Modulus& t) noexcept {
  const std::size_t degree = f.size() - 1;
  if (a.size() <= degree) return;
  const Barrett<std::uint64_t> barrett(t.value());
  ShoupFactor<std::uint64_t> factor;
  for (std::size_t i = a.size(); i-- > degree;) {
    factor.value = t.negate(a[i]);
    factor.quotient = barrett.shoup_quotient(factor.value);
    std::uint64_t* low = &a[i - degree];
    for (std::size_t j = 0; j < degree; ++j) {
      low[j] = t.add(low[j], factor.multiply(f[j], t.value()));
    }
  }
}

void trim(Coefficients& a) noexcept {
  while (!a.empty() && a.back() == 0) a.pop_back();
}

Coefficients product(const Coefficients& a, const Coefficients& b, const Modulus& t) {
  if (a.empty() || b.empty()) return {};
  Coefficients out(a.size() + b.size() - 1);
  multiply(out, a, b, t);
  return out;
}

Coefficients quotient(Coefficients a, const Coefficients& f, const Modulus& t) {
  if (a.size() < f.size()) return {};
  divide(a, f, t);
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(f.size() - 1));
  return a;
}

Coefficients remainder(Coefficients a, const Coefficients& f, const Modulus& t) {
  divide(a, f, t);
  a.resize(std::min(a.size(), f.size() - 1));
  return a;
}

Coefficients derivative(const Coefficients& a, const Modulus& t) {
  Coefficients result(a.empty() ? 0 : a.size() - 1);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = t.multiply(t.reduce(i + 1), a[i + 1]);
  return result;
}

Coefficients power(const Coefficients& a, std::uint64_t e, const Coefficients& f,
                   const Modulus& t) {
  Coefficients result{1};
  for (int bit = bit_length(e); bit-- > 0;) {
    result = remainder(product(result, result, t), f, t);
    if (((e >> bit) & 1) != 0) result = remainder(product(result, a, t), f, t);
  }
  trim(result);
  return result;
}

std::vector<std::uint64_t> recurrence(std::vector<std::uint64_t> first, std::size_t count,
                                      const Coefficients& f, const Modulus& t) {
  const std::size_t degree = f.size() - 1;
  std::vector<std::uint64_t> terms = std::move(first);
  terms.reserve(count);
  while (terms.size() < count) {
    WideSum sum(t);
    const std::uint64_t* last = &terms[terms.size() - degree];
    for (std::size_t i = 0; i < degree; ++i) sum.add_product(f[i], last[i]);
    terms.push_back(t.negate(sum.value()));
  }
  terms.resize(count);
  return terms;
}

}  // namespace lath::detail
