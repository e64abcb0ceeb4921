// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::testing {

/// What ciphertexts are compared with: polynomials modulo (t, x^n + 1) by their definition, with
/// integers of 128 bits.
class PlainPolynomial {
 public:
  /// All coefficients are the same.
  PlainPolynomial(std::size_t degree, std::uint64_t t, std::uint64_t coefficient = 0)
      : coefficients_(degree, coefficient), t_(t) {}

  static PlainPolynomial random(std::size_t degree, std::uint64_t t, SeededValues& values) {
    PlainPolynomial result(degree, t);
    for (std::uint64_t& c : result.coefficients_) c = values.below(t);
    return result;
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
    PlainPolynomial result(a.size(), a.t_);
    for (std::size_t i = 0; i < a.size(); ++i) result.subtract(i, a.coefficients_[i]);
    return result;
  }
  friend PlainPolynomial operator-(const PlainPolynomial& a, const PlainPolynomial& b) {
    return a + -b;
  }
  friend PlainPolynomial operator*(const PlainPolynomial& a, const PlainPolynomial& b) {
    PlainPolynomial result(a.size(), a.t_);
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
    PlainPolynomial result(size(), t_);
    for (std::size_t i = 0; i < size(); ++i) {
      result.add_at(static_cast<std::size_t>(i * g % (2 * size())), coefficients_[i]);
    }
    return result;
  }

 private:
  __extension__ using Wide = unsigned __int128;

  [[nodiscard]] std::size_t size() const { return coefficients_.size(); }
  [[nodiscard]] std::uint64_t times(std::uint64_t a, std::uint64_t b) const {
    return static_cast<std::uint64_t>(Wide{a} * b % t_);
  }
  void add(std::size_t i, std::uint64_t c) { coefficients_[i] = (coefficients_[i] + c) % t_; }
  void subtract(std::size_t i, std::uint64_t c) { add(i, t_ - c); }
  // Adds c x^e for e < 2n, where x^n = -1.
  void add_at(std::size_t e, std::uint64_t c) {
    if (e < size()) {
      add(e, c);
    } else {
      subtract(e - size(), c);
    }
  }

  std::vector<std::uint64_t> coefficients_;
  std::uint64_t t_;
};

}  // namespace lath::testing
