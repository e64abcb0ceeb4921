// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

#include "base/seeded_values.hpp"

/// Polynomials that somebody may choose to make noise large, with integers from -h to h as
/// coefficients.
namespace lath::testing {

using Integers = std::vector<std::int64_t>;
using ComplexNumbers = std::vector<std::complex<double>>;

/// The complex discrete Fourier transform of a vector whose length is a power of two.
inline void fourier_transform(ComplexNumbers& a, double sign) {
  const std::size_t n = a.size();
  if (n == 1) return;
  ComplexNumbers even(n / 2), odd(n / 2);
  for (std::size_t i = 0; i < n / 2; ++i) even[i] = a[2 * i], odd[i] = a[2 * i + 1];
  fourier_transform(even, sign);
  fourier_transform(odd, sign);
  for (std::size_t i = 0; i < n / 2; ++i) {
    const double angle = sign * 2 * std::numbers::pi * static_cast<double>(i);
    const auto x = std::polar(1.0, angle / static_cast<double>(n)) * odd[i];
    a[i] = even[i] + x;
    a[i + n / 2] = even[i] - x;
  }
}

/// Values at the roots of x^n + 1, and back up to a factor.
class RootValues {
 public:
  explicit RootValues(std::size_t n) : twist_(n) {
    for (std::size_t i = 0; i < n; ++i) {
      twist_[i] =
          std::polar(1.0, std::numbers::pi * static_cast<double>(i) / static_cast<double>(n));
    }
  }
  [[nodiscard]] ComplexNumbers of(const std::vector<double>& a) const {
    ComplexNumbers values(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) values[i] = a[i] * twist_[i];
    fourier_transform(values, 1);
    return values;
  }
  [[nodiscard]] std::vector<double> coefficients(ComplexNumbers values) const {
    fourier_transform(values, -1);
    std::vector<double> a(values.size());
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = (values[i] * std::conj(twist_[i])).real();
    return a;
  }

 private:
  ComplexNumbers twist_;
};

/// Coefficients in proportion to real numbers, the largest of them h or -h.
inline Integers in_proportion(const std::vector<double>& a, std::int64_t h) {
  double largest = 0;
  for (const double x : a) largest = std::max(largest, std::abs(x));
  Integers result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    result[i] = std::llround(a[i] / largest * static_cast<double>(h));
  }
  return result;
}

/// A flat spectrum: values of nearly one magnitude at all roots of x^n + 1, with coefficients of
/// nearly one magnitude too, by projecting on both in turns.
inline Integers flat(std::size_t n, std::int64_t h, SeededValues& random, int rounds = 400) {
  const RootValues roots(n);
  std::vector<double> p(n), best;
  for (double& x : p) x = random.below(2) == 0 ? -1 : 1;
  double best_score = 0;
  for (int i = 0; i < rounds; ++i) {
    ComplexNumbers values = roots.of(p);
    for (auto& z : values) z /= std::max(std::abs(z), 1e-9);
    const std::vector<double> q = roots.coefficients(values);
    double sum = 0, largest = 0;
    for (const double x : q) sum += std::abs(x);
    for (const auto& z : roots.of(q)) largest = std::max(largest, std::abs(z));
    if (sum / largest > best_score) best_score = sum / largest, best = q;
    const double scale = sum / static_cast<double>(n), signs = i < rounds / 2 ? 0.98 : 0.7;
    for (std::size_t k = 0; k < n; ++k) {
      p[k] = signs * std::copysign(scale, q[k]) + (1 - signs) * q[k];
    }
  }
  return in_proportion(best, h);
}

/// A peaked spectrum: signs of the cosines of a root's powers. `power(i)` is the exponent of x that
/// coefficient i belongs to, and the root one of order m.
template <class Power>
Integers peaked(std::size_t n, std::uint64_t m, const Power& power, std::int64_t h,
                std::uint64_t root, double phase) {
  Integers p(n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto turns = static_cast<double>(power(i) * root % m) / static_cast<double>(m);
    p[i] = std::cos(2 * std::numbers::pi * turns + phase) < 0 ? -h : h;
  }
  return p;
}

/// All coefficients h or -h, with random signs.
inline Integers maximal(std::size_t n, std::int64_t h, SeededValues& random) {
  Integers p(n);
  for (auto& x : p) x = random.below(2) == 0 ? h : -h;
  return p;
}

/// One coefficient, h or -h.
inline Integers sparse(std::size_t n, std::int64_t h, SeededValues& random) {
  Integers p(n);
  p[random.below(n)] = random.below(2) == 0 ? h : -h;
  return p;
}

/// A polynomial of the subring of x^(n/2), or of x^(n/4): few dimensions.
inline Integers of_subring(std::size_t n, std::int64_t h, SeededValues& random) {
  const std::size_t step = n / (random.below(2) == 0 ? 2 : 4);
  Integers p(n);
  for (std::size_t i = 0; i < n; i += std::max<std::size_t>(step, 1)) {
    p[i] = random.below(2) == 0 ? h : -h;
  }
  return p;
}

}  // namespace lath::testing
