// SPDX-License-Identifier: Apache-2.0
#include "he/noise/embedding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/secret.hpp"

namespace lath::he {
namespace {

struct Complex {
  double re, im;
};

// Block b of a layer is modulo x^2m - z^2 = (x^m - z)(x^m + z), at first x^n + 1. This is the angle
// of z^2 in turns: half the angle of its parent, and half a turn more for the second child.
double turns_of(std::size_t block, std::size_t blocks) noexcept {
  double turns = 0.5;
  for (std::size_t bit = blocks / 2; bit >= 1; bit /= 2) {
    turns = turns / 2 + ((block & bit) != 0 ? 0.5 : 0);
  }
  return turns;
}

// The butterflies of one block of the transform: (u, v) becomes (u + w v, u - w v).
void transform_block(Complex* a, std::size_t half, double re, double im) noexcept {
  for (std::size_t i = 0; i < half; ++i) {
    const Complex u = a[i], v = a[i + half];
    const Complex x{v.re * re - v.im * im, v.re * im + v.im * re};
    a[i] = {u.re + x.re, u.im + x.im};
    a[i + half] = {u.re - x.re, u.im - x.im};
  }
}

// The inverse of the same, up to a factor of 2: (x, y) becomes (x + y, (x - y) / w).
void inverse_block(Complex* a, std::size_t half, double re, double im) noexcept {
  for (std::size_t i = 0; i < half; ++i) {
    const Complex x = a[i], y = a[i + half], d{x.re - y.re, x.im - y.im};
    a[i] = {x.re + y.re, x.im + y.im};
    a[i + half] = {d.re * re + d.im * im, d.im * re - d.re * im};
  }
}

// The values at the roots of x^n + 1, for n coefficients.
void transform(std::span<Complex> a) noexcept {
  for (std::size_t half = a.size() / 2, blocks = 1; half >= 1; half /= 2, blocks *= 2) {
    for (std::size_t block = 0; block < blocks; ++block) {
      const double angle = std::numbers::pi * turns_of(block, blocks);
      transform_block(a.data() + 2 * half * block, half, std::cos(angle), std::sin(angle));
    }
  }
}

// n times the coefficients that have these values.
void inverse_transform(std::span<Complex> a) noexcept {
  for (std::size_t half = 1, blocks = a.size() / 2; blocks >= 1; half *= 2, blocks /= 2) {
    for (std::size_t block = 0; block < blocks; ++block) {
      const double angle = std::numbers::pi * turns_of(block, blocks);
      inverse_block(a.data() + 2 * half * block, half, std::cos(angle), std::sin(angle));
    }
  }
}

Complex product(Complex a, Complex b) noexcept {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// exp(i pi k^2 / m), for k^2 < 2^64.
Complex chirp(std::uint64_t k, std::uint64_t m) noexcept {
  const double angle =
      std::numbers::pi * static_cast<double>(k * k % (2 * m)) / static_cast<double>(m);
  return {std::cos(angle), std::sin(angle)};
}

double squared(Complex x) noexcept { return x.re * x.re + x.im * x.im; }

// The values at all m-th roots of unity as one product of polynomials (L. Bluestein, "A linear
// filtering approach to the computation of discrete Fourier transform", NEREM 1968): with w = exp(2
// pi i / m) and jk = (j^2 + k^2 - (j - k)^2) / 2, the value at w^j is, up to a factor of magnitude
// 1, the sum of a_k c_k / c_(j-k), where c_k = w^(k^2 / 2). Only the values at the primitive roots
// count.
SquaredValues values_by_product(std::span<const std::int64_t> coefficients,
                                const CyclotomicIndex& index) {
  const std::uint64_t m = index.value();
  const std::size_t size = std::bit_ceil(2 * static_cast<std::size_t>(m) - 1);
  Buffer<Complex, Secret> a(size);
  std::vector<Complex> chirps(size);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const std::uint64_t k = index.power(i);
    const Complex c = chirp(k, m);
    const auto x = static_cast<double>(coefficients[i]);
    a[static_cast<std::size_t>(k)] = {x * c.re, x * c.im};
  }
  // 1 / c_k at place m - 1 + k, for -m < k < m.
  for (std::size_t k = 0; k < m; ++k) {
    const Complex c = chirp(k, m);
    chirps[m - 1 + k] = chirps[m - 1 - k] = {c.re, -c.im};
  }
  transform(a.span());
  transform(chirps);
  for (std::size_t i = 0; i < size; ++i) a[i] = product(a[i], chirps[i]);
  inverse_transform(a.span());
  SquaredValues result{0, 0};
  for (std::size_t j = 1; j < m; ++j) {
    if (std::gcd(std::uint64_t{j}, m) != 1) continue;
    const double value = squared(a[m - 1 + j]);
    result = {std::max(result.largest, value), result.mean + value};
  }
  // No division of values that may be secret.
  const double scale = 1 / (static_cast<double>(size) * static_cast<double>(size));
  const double scale_of_mean = scale / static_cast<double>(index.degree());
  return {result.largest * scale, result.mean * scale_of_mean};
}

}  // namespace

SquaredValues squared_values(std::span<const std::int64_t> coefficients,
                             const CyclotomicIndex& index) {
  if (!index.is_power_of_two()) return values_by_product(coefficients, index);
  const std::size_t n = coefficients.size();
  Buffer<Complex, Secret> a(n);
  for (std::size_t i = 0; i < n; ++i) a[i] = {static_cast<double>(coefficients[i]), 0};
  transform(a.span());
  SquaredValues result{0, 0};
  for (const Complex& x : a.span()) {
    result = {std::max(result.largest, squared(x)), result.mean + squared(x)};
  }
  const double scale_of_mean = 1 / static_cast<double>(n);  // exact: n is a power of two
  return {result.largest, result.mean * scale_of_mean};
}

double largest_secret_norm(std::size_t degree) noexcept {
  const auto n = static_cast<double>(degree);
  return 2 * n / 3 * std::log(n);
}

double largest_read_norm(std::size_t degree) noexcept {
  return largest_secret_norm(degree) + 64 * static_cast<double>(degree) / 3;
}

}  // namespace lath::he
