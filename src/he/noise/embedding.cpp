// SPDX-License-Identifier: Apache-2.0
#include "he/noise/embedding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <numeric>

#include "arith/pointwise/small_residues.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "ntt/complex/complex_transform.hpp"

namespace lath::he {
namespace {

using detail::ComplexWords;

struct Complex {
  double re, im;
};

// exp(i pi k^2 / m), for k^2 < 2^64.
Complex chirp(std::uint64_t k, std::uint64_t m) noexcept {
  const double angle =
      std::numbers::pi * static_cast<double>(k * k % (2 * m)) / static_cast<double>(m);
  return {std::cos(angle), std::sin(angle)};
}

// Replaces a by a b size, modulo x^size - i.
void multiply(ComplexWords& a, ComplexWords& b) {
  const Isa isa = active_isa();
  const auto roots = detail::roots_of_transform<double>(a.size());
  detail::complex_transform(isa, a, *roots);
  detail::complex_transform(isa, b, *roots);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double re = a.re()[i], im = a.im()[i];
    a.re()[i] = re * b.re()[i] - im * b.im()[i];
    a.im()[i] = re * b.im()[i] + im * b.re()[i];
  }
  detail::inverse_complex_transform(isa, a, *roots);
}

// The values at all m-th roots of unity as one product of polynomials (L. Bluestein, "A linear
// filtering approach to the computation of discrete Fourier transform", NEREM 1968): with w = exp(2
// pi i / m) and jk = (j^2 + k^2 - (j - k)^2) / 2, the value at w^j is, up to a factor of magnitude
// 1, the sum of a_k c_k / c_(j-k), where c_k = w^(k^2 / 2). Only the values at the primitive roots
// count.
SquaredValues values_by_product(std::span<const std::int64_t> coefficients,
                                const CyclotomicIndex& index) {
  const std::uint64_t m = index.value();
  const std::size_t size = std::bit_ceil(2 * static_cast<std::size_t>(m) - 1);
  ComplexWords a(size), chirps(size);
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    const std::uint64_t k = index.power(i);
    const Complex c = chirp(k, m);
    const auto x = static_cast<double>(coefficients[i]);
    a.re()[k] = x * c.re;
    a.im()[k] = x * c.im;
  }
  // 1 / c_k at place m - 1 + k, for -m < k < m.
  for (std::size_t k = 0; k < m; ++k) {
    const Complex c = chirp(k, m);
    chirps.re()[m - 1 + k] = chirps.re()[m - 1 - k] = c.re;
    chirps.im()[m - 1 + k] = chirps.im()[m - 1 - k] = -c.im;
  }
  multiply(a, chirps);
  SquaredValues result{0, 0};
  for (std::size_t j = 1; j < m; ++j) {
    if (std::gcd(std::uint64_t{j}, m) != 1) continue;
    const double re = a.re()[m - 1 + j], im = a.im()[m - 1 + j], value = re * re + im * im;
    result = {std::max(result.largest, value), result.mean + value};
  }
  // No division of values that may be secret.
  const double scale = 1 / (static_cast<double>(size) * static_cast<double>(size));
  const double scale_of_mean = scale / static_cast<double>(index.degree());
  return {result.largest * scale, result.mean * scale_of_mean};
}

// The degrees and the moduli for which single precision serves. Shorter polynomials gain nothing.
constexpr std::size_t kLeastOfShort = std::size_t{1} << 10, kMostOfShort = std::size_t{1} << 16;
constexpr std::uint64_t kLeastOfLong = std::uint64_t{1} << 40;

// The factor by which rounding errors of single precision may have made the largest squared value
// too small: see detail::short_norms().
double short_rounding_factor(std::size_t n) noexcept {
  const auto layers = static_cast<double>(std::bit_width(n));  // log2(n) + 1
  const double errors = layers * 0x1p-21 * std::sqrt(static_cast<double>(n));
  return (1 + 2 * errors) * (1 + 2 * errors);
}

}  // namespace

// At the roots of x^n + 1, the mean of the squared values is the sum of the squared coefficients.
SquaredValues squared_values(std::span<const std::int64_t> coefficients,
                             const CyclotomicIndex& index) {
  if (!index.is_power_of_two()) return values_by_product(coefficients, index);
  double mean = 0;
  for (const std::int64_t a : coefficients) {
    mean += static_cast<double>(a) * static_cast<double>(a);
  }
  return {detail::largest_squared_value(active_isa(), coefficients), mean};
}

double squared_canonical_norm(std::span<const std::int64_t> coefficients,
                              const CyclotomicIndex& index) {
  const double sum = detail::sum_of_magnitudes(active_isa(), coefficients);
  const double largest = index.is_power_of_two()
                             ? detail::largest_squared_value(active_isa(), coefficients)
                             : values_by_product(coefficients, index).largest;
  return std::min(sum * sum, largest * rounding_factor(index));
}

double squared_canonical_norm(std::span<const std::uint64_t> residues, std::uint64_t t,
                              const CyclotomicIndex& index) {
  const std::size_t n = residues.size();
  if (!index.is_power_of_two() || n < kLeastOfShort || n > kMostOfShort || t >= kLeastOfLong) {
    auto integers = Buffer<std::int64_t, Secret>::for_overwrite(n);
    detail::centered(active_isa(), integers.data(), residues, t);
    return squared_canonical_norm(integers.span(), index);
  }
  const detail::ShortNorms norms = detail::short_norms(active_isa(), residues, t);
  return std::min(norms.sum * norms.sum, norms.largest * short_rounding_factor(n));
}

double largest_secret_norm(std::size_t degree) noexcept {
  const auto n = static_cast<double>(degree);
  return 2 * n / 3 * std::log(n);
}

double largest_read_norm(std::size_t degree) noexcept {
  return largest_secret_norm(degree) + 64 * static_cast<double>(degree) / 3;
}

}  // namespace lath::he
