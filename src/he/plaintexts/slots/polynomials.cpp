// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/slots/polynomials.hpp"

#include <algorithm>
#include <utility>

#include "lath/arith/barrett.hpp"
#include "lath/ntt/cyclotomic_polynomial.hpp"

namespace lath::he::slots {
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
  for (std::size_t i = a.size(); i-- > degree;) {
    const std::uint64_t q = t.negate(a[i]), over_t = barrett.shoup_quotient(q);
    std::uint64_t* low = &a[i - degree];
    for (std::size_t j = 0; j < degree; ++j) {
      const std::uint64_t term = f[j] * q - multiply_high(f[j], over_t) * t.value();  // below 2t
      low[j] = ct::subtract_once(low[j] + ct::subtract_once(term, t.value()), t.value());
    }
  }
}

Words product(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
              const Modulus& t) {
  if (a.empty() || b.empty()) return {};
  Words out(a.size() + b.size() - 1);
  multiply(out, a, b, t);
  return out;
}

Words quotient(Words a, std::span<const std::uint64_t> f, const Modulus& t) {
  if (a.size() < f.size()) return {};
  divide(a, f, t);
  a.erase(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(f.size() - 1));
  return a;
}

Words remainder(Words a, std::span<const std::uint64_t> f, const Modulus& t) {
  divide(a, f, t);
  a.resize(std::min(a.size(), f.size() - 1));
  return a;
}

Words derivative(std::span<const std::uint64_t> a, const Modulus& t) {
  Words result(a.empty() ? 0 : a.size() - 1);
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = t.multiply(t.reduce(i + 1), a[i + 1]);
  return result;
}

Words power_of_x(std::uint64_t e, std::span<const std::uint64_t> f, const Modulus& t) {
  Words result{1};
  for (int bit = bit_length(e); bit-- > 0;) {
    result = product(result, result, t);
    if (((e >> bit) & 1) != 0) result.insert(result.begin(), 0);
    result = remainder(std::move(result), f, t);
  }
  return result;
}

Words cyclotomic_polynomial(std::uint64_t m, const Modulus& t) {
  Words phi;
  for (const std::int64_t c : lath::cyclotomic_polynomial(m)) phi.push_back(t.reduce_signed(c));
  return phi;
}

Words recurrence(Words first, std::size_t count, std::span<const std::uint64_t> f,
                 const Modulus& t) {
  const std::size_t degree = f.size() - 1;
  Words terms = std::move(first);
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

}  // namespace lath::he::slots
