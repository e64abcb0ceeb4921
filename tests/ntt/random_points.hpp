// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"
#include "ntt/definition.hpp"

/// Judges for vectors that are too long for the definition: each compares two polynomials of degree
/// below n at a random point modulo p, where different ones agree with probability below n / p.
namespace lath::testing {

/// Products by one x < p < 2^62, with V. Shoup's precomputed quotient.
class Factor {
 public:
  Factor(std::uint64_t x, std::uint64_t p)
      : x_(x), p_(p), quotient_(static_cast<std::uint64_t>((uint128{x} << 64) / p)) {}

  /// a x mod p, for any a.
  [[nodiscard]] std::uint64_t times(std::uint64_t a) const {
    const auto high = static_cast<std::uint64_t>((uint128{a} * quotient_) >> 64);
    const std::uint64_t r = a * x_ - high * p_;
    return r < p_ ? r : r - p_;
  }
  /// a x + c mod p, for c < p.
  [[nodiscard]] std::uint64_t times_plus(std::uint64_t a, std::uint64_t c) const {
    const std::uint64_t sum = times(a) + c;
    return sum < p_ ? sum : sum - p_;
  }
  [[nodiscard]] std::uint64_t value() const { return x_; }
  [[nodiscard]] std::uint64_t modulus() const { return p_; }

 private:
  std::uint64_t x_, p_, quotient_;
};

/// A sum of products of residues below 2^62.
class ProductSum {
 public:
  explicit ProductSum(std::uint64_t p) : p_(p) {}
  void add(std::uint64_t a, std::uint64_t b) {
    sum_ += uint128{a} * b;
    if (++unreduced_ % 8 == 0) sum_ %= p_;  // 9 products are less than 2^128
  }
  [[nodiscard]] std::uint64_t residue() const { return static_cast<std::uint64_t>(sum_ % p_); }

 private:
  std::uint64_t p_;
  uint128 sum_ = 0;
  unsigned unreduced_ = 0;
};

/// a(x) mod p.
template <class Word>
std::uint64_t value_at(const Factor& x, const Word* a, std::size_t n) {
  std::uint64_t value = 0;
  for (std::size_t i = n; i-- > 0;) value = x.times_plus(value, a[i]);
  return value;
}

/// The value at x of a b mod (x^n + 1, p), any x: that of a b - k (x^n + 1), where k, what a b has
/// from x^n on, is sum_i a_i (b_(n-i) + b_(n-i+1) x + ...). The inner sums are those of Horner's
/// rule.
template <class Word>
std::uint64_t product_value_at(const Factor& x, const Word* a, const Word* b, std::size_t n) {
  const std::uint64_t p = x.modulus();
  ProductSum high(p);
  std::uint64_t tail = 0;
  for (std::size_t m = n - 1; m > 0; --m) {
    tail = x.times_plus(tail, b[m]);
    high.add(tail, a[n - m]);
  }
  const std::uint64_t b_value = x.times_plus(tail, b[0]), a_value = value_at(x, a, n);
  const std::uint64_t modulus_value = (power_by_division(x.value(), n, p) + 1) % p;
  const std::uint64_t taken = multiply_by_division(high.residue(), modulus_value, p);
  return (multiply_by_division(a_value, b_value, p) + p - taken) % p;
}

/// w with sum_j s^j A_j = sum_i w_i a_i for the transform A of any a: all slots judged together, in
/// their order. The coefficient w_i is the sum over j of s^j psi^(i (2 brv(j) + 1)), in which each
/// bit of j stands for a factor: 1 + s^(2^b) psi^(2 i n / 2^(b+1)) for bit b.
inline std::vector<std::uint64_t> slot_weights(std::size_t n, std::uint64_t s, std::uint64_t psi,
                                               std::uint64_t p) {
  std::vector<std::uint64_t> w{1};
  while (w.size() < n) {
    // The factor of the next bit, for i = 0, 1, ...; half its period later it has the other sign.
    const std::size_t half = w.size();
    const Factor root(power_by_division(psi, n / half, p), p);
    std::uint64_t term = power_by_division(s, half, p);
    w.resize(2 * half);
    for (std::size_t i = 0; i < half; ++i, term = root.times(term)) {
      const std::uint64_t product = multiply_by_division(w[i], term, p);
      w[i + half] = (w[i] + p - product) % p;
      w[i] = (w[i] + product) % p;
    }
  }
  const Factor root(psi, p);
  std::uint64_t power = 1;
  for (std::size_t i = 0; i < n; ++i, power = root.times(power)) {
    w[i] = multiply_by_division(w[i], power, p);
  }
  return w;
}

/// How many random points leave a chance below 2^-30 of confusing two polynomials, for a prime of
/// degree n; at least three.
inline std::size_t points_needed(std::size_t n, std::uint64_t p) {
  const int bits_of_one = static_cast<int>(std::bit_width(p)) - static_cast<int>(std::bit_width(n));
  std::size_t points = 3;
  while (static_cast<int>(points) * bits_of_one < 30) ++points;
  return points;
}

}  // namespace lath::testing
