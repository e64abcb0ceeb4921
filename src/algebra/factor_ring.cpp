// SPDX-License-Identifier: Apache-2.0
#include "algebra/factor_ring.hpp"

#include <algorithm>
#include <utility>

namespace lath::detail {
namespace {

// The sums of the powers of the roots of f, below its degree d (Newton's identities).
std::vector<std::uint64_t> power_sums(const Coefficients& f, const Modulus& t) {
  const std::size_t d = f.size() - 1;
  std::vector<std::uint64_t> sums{t.reduce(d)};
  for (std::size_t k = 1; k < d; ++k) {
    WideSum sum(t);
    sum.add_product(t.reduce(k), f[d - k]);
    for (std::size_t i = 1; i < k; ++i) sum.add_product(f[d - k + i], sums[i]);
    sums.push_back(t.negate(sum.value()));
  }
  return sums;
}

// out_e = sum_c traces_c f_(c + 1 + e): the sum of traces_c times coefficient c of f(x) / (x - y),
// as a polynomial in y.
void join_dual(std::span<std::uint64_t> out, std::span<const std::uint64_t> traces,
               std::span<const std::uint64_t> f, const Modulus& t) {
  const std::size_t d = out.size();
  for (std::size_t e = 0; e < d; ++e) {
    WideSum sum(t);
    for (std::size_t c = 0; c + e < d; ++c) sum.add_product(traces[c], f[c + 1 + e]);
    out[e] = sum.value();
  }
}

}  // namespace

FactorRing::FactorRing(const Modulus& t, Coefficients polynomial, std::uint64_t m)
    : t_(t), m_(m), polynomial_(std::move(polynomial)) {
  traces_ = recurrence(power_sums(polynomial_, t), m, polynomial_, t);
}

void FactorRing::multiply(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
                          std::span<const std::uint64_t> b) const {
  SecretWords product(2 * degree() - 1);
  detail::multiply(product.span(), a, b, t_);
  divide(product.span(), polynomial_, t_);
  std::copy_n(product.data(), degree(), out.data());
}

void FactorRing::value(std::span<std::uint64_t> out, std::span<const std::uint64_t> r,
                       std::uint64_t j) const {
  const std::size_t d = degree();
  SecretWords traces(d), joined(d);
  for (std::size_t c = 0; c < d; ++c) {
    WideSum sum(t_);
    std::uint64_t exponent = c;  // below m, as d is
    for (std::size_t i = 0; i < d; ++i) {
      sum.add_product(r[i], traces_[exponent]);
      exponent += j;
      if (exponent >= m_) exponent -= m_;
    }
    traces[c] = sum.value();
  }
  join_dual(joined.span(), traces.span(), polynomial_, t_);
  multiply(out, joined.span(), inverse_derivative_);
}

void FactorRing::interpolate(std::span<std::uint64_t> out, std::span<const std::uint64_t> v,
                             std::uint64_t j, std::span<const std::uint64_t> f) const {
  const std::size_t d = degree();
  SecretWords traces(d);
  std::uint64_t start = 0;
  for (std::size_t l = 0; l < d; ++l) {
    WideSum sum(t_);
    std::uint64_t exponent = start;
    for (std::size_t c = 0; c < d; ++c) {
      sum.add_product(v[c], traces_[exponent]);
      if (++exponent == m_) exponent = 0;
    }
    traces[l] = sum.value();
    start += j;
    if (start >= m_) start -= m_;
  }
  join_dual(out, traces.span(), f, t_);
}

}  // namespace lath::detail
