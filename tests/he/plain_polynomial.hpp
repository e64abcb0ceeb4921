// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/plain_ring.hpp"

namespace lath::testing {

/// What ciphertexts are compared with: polynomials modulo (t, x^n + 1), or modulo t in another
/// ring, by their definition, with integers of 128 bits.
class PlainPolynomial {
 public:
  /// All coefficients are the same.
  PlainPolynomial(std::size_t degree, std::uint64_t t, std::uint64_t coefficient = 0)
      : coefficients_(degree, coefficient), t_(t) {}
  /// Zero in a ring, or modulo x^n + 1 without one.
  PlainPolynomial(std::shared_ptr<const PlainRing> ring, std::size_t degree, std::uint64_t t)
      : coefficients_(degree), t_(t), ring_(std::move(ring)) {}

  /// The same with random coefficients.
  [[nodiscard]] PlainPolynomial random(SeededValues& values) const {
    PlainPolynomial result = *this;
    for (std::uint64_t& c : result.coefficients_) c = values.below(t_);
    return result;
  }
  static PlainPolynomial random(std::size_t degree, std::uint64_t t, SeededValues& values) {
    return PlainPolynomial(degree, t).random(values);
  }

  [[nodiscard]] const std::vector<std::uint64_t>& coefficients() const { return coefficients_; }
  std::uint64_t& operator[](std::size_t i) { return coefficients_[i]; }

  friend bool operator==(const std::vector<std::uint64_t>& a, const PlainPolynomial& b) {
    return a == b.coefficients_;
  }
  friend PlainPolynomial operator+(const PlainPolynomial& a, const PlainPolynomial& b) {
    PlainPolynomial result = a;
    for (std::size_t i = 0; i < a.size(); ++i) result.add(i, b.coefficients_[i]);
    return result;
  }
  friend PlainPolynomial operator-(const PlainPolynomial& a) {
    PlainPolynomial result = a.zero();
    for (std::size_t i = 0; i < a.size(); ++i) result.subtract(i, a.coefficients_[i]);
    return result;
  }
  friend PlainPolynomial operator-(const PlainPolynomial& a, const PlainPolynomial& b) {
    return a + -b;
  }
  friend PlainPolynomial operator*(const PlainPolynomial& a, const PlainPolynomial& b) {
    if (a.ring_ != nullptr) return a.times_in_ring(b);
    PlainPolynomial result = a.zero();
    for (std::size_t i = 0; i < a.size(); ++i) {
      for (std::size_t j = 0; j < a.size(); ++j) {
        const std::uint64_t product = a.times(a.coefficients_[i], b.coefficients_[j]);
        result.add_at(i + j, product);
      }
    }
    return result;
  }
  /// a(x^g).
  [[nodiscard]] PlainPolynomial substituted(std::uint64_t g) const {
    PlainPolynomial result = zero();
    if (ring_ != nullptr) {
      std::vector<std::uint64_t> powers(ring_->index());
      for (std::size_t i = 0; i < size(); ++i) {
        powers[ring_->power(i) * g % ring_->index()] = coefficients_[i];
      }
      result.coefficients_ = ring_->reduced(powers, t_);
      return result;
    }
    for (std::size_t i = 0; i < size(); ++i) {
      result.add_at(static_cast<std::size_t>(i * g % (2 * size())), coefficients_[i]);
    }
    return result;
  }

 private:
  __extension__ using Wide = unsigned __int128;

  [[nodiscard]] std::size_t size() const { return coefficients_.size(); }
  [[nodiscard]] PlainPolynomial zero() const { return {ring_, size(), t_}; }
  [[nodiscard]] std::uint64_t times(std::uint64_t a, std::uint64_t b) const {
    return static_cast<std::uint64_t>(Wide{a} * b % t_);
  }
  void add(std::size_t i, std::uint64_t c) {
    coefficients_[i] = static_cast<std::uint64_t>((Wide{coefficients_[i]} + c) % t_);
  }
  void subtract(std::size_t i, std::uint64_t c) { add(i, t_ - c); }
  // Adds c x^e for e < 2n, where x^n = -1.
  void add_at(std::size_t e, std::uint64_t c) {
    if (e < size()) {
      add(e, c);
    } else {
      subtract(e - size(), c);
    }
  }
  // The product of both modulo x^m - 1, by powers of x, and then that in the ring. For t below 2^16
  // sums of a million products of residues fit in a word: then both are integers with a word for
  // each coefficient, which GMP multiplies.
  [[nodiscard]] PlainPolynomial times_in_ring(const PlainPolynomial& b) const {
    const std::size_t m = ring_->index();
    std::vector<std::uint64_t> sum = t_ < (1U << 16) ? product_of_integers(b) : product_of_terms(b);
    for (std::size_t k = 0; k < m; ++k) sum[k] = (sum[k] % t_ + sum[m + k] % t_) % t_;
    sum.resize(m);
    PlainPolynomial result = zero();
    result.coefficients_ = ring_->reduced(sum, t_);
    return result;
  }
  [[nodiscard]] std::vector<std::uint64_t> by_powers() const {
    std::vector<std::uint64_t> words(ring_->index());
    for (std::size_t i = 0; i < size(); ++i) words[ring_->power(i)] = coefficients_[i];
    return words;
  }
  [[nodiscard]] std::vector<std::uint64_t> product_of_integers(const PlainPolynomial& b) const {
    static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t));
    const auto first = by_powers(), second = b.by_powers();
    const auto size = static_cast<mp_size_t>(first.size());
    std::vector<mp_limb_t> product(2 * first.size());
    const std::vector<mp_limb_t> x(first.begin(), first.end()), y(second.begin(), second.end());
    mpn_mul_n(product.data(), x.data(), y.data(), size);
    return {product.begin(), product.end()};
  }
  [[nodiscard]] std::vector<std::uint64_t> product_of_terms(const PlainPolynomial& b) const {
    const std::size_t m = ring_->index();
    const auto second = b.by_powers();
    std::vector<std::uint64_t> sum(2 * m);
    for (std::size_t i = 0; i < size(); ++i) {
      if (coefficients_[i] == 0) continue;
      std::uint64_t* out = sum.data() + ring_->power(i);
      for (std::size_t k = 0; k < m; ++k) {
        out[k] = (out[k] + times(coefficients_[i], second[k])) % t_;
      }
    }
    return sum;
  }

  std::vector<std::uint64_t> coefficients_;
  std::uint64_t t_;
  std::shared_ptr<const PlainRing> ring_;  // none: x^n + 1
};

}  // namespace lath::testing
