// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "he/plaintexts/wide_plaintexts.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::testing {

/// Integers as the coefficients of a polynomial of the ring, in the powerful basis.
using WideIntegers = std::vector<mpz_class>;

/// Plaintexts of many words in the clear, by GMP: polynomials modulo p and x^k = w in rings of
/// powers of two, where w is the root of t(x), or -1 for an integer t = p; in other rings, where p
/// is 1 modulo the index, values at the roots of unity modulo p at which t(x) vanishes.
class WideRing {
 public:
  using Value = std::vector<mpz_class>;

  WideRing(const CyclotomicIndex& index, const he::PlaintextSpace& space)
      : index_(index), m_(index.value()), p_(integer_of(space.modulus())), w_(p_ - 1) {
    d_ = index.is_power_of_two() ? 2 : 1;
    if (space.short_modulus().index != 0) {
      d_ = space.short_modulus().index;
      w_ = integer_of(space.short_modulus().root);
    }
    if (!index.is_power_of_two()) find_roots();
  }

  [[nodiscard]] const mpz_class& modulus() const { return p_; }
  /// A polynomial with integers as coefficients.
  [[nodiscard]] Value of(const WideIntegers& a) const {
    const std::size_t n = a.size(), k = degree();
    Value result(index_.is_power_of_two() ? k : units_.size());
    if (!index_.is_power_of_two()) {
      for (std::size_t s = 0; s < units_.size(); ++s) {
        for (std::size_t i = 0; i < n; ++i) {
          result[s] += a[i] * powers_[units_[s] * index_.power(i) % m_];
        }
        result[s] = modulo(result[s], p_);
      }
      return result;
    }
    for (std::size_t i = n; i-- > 0;) {
      mpz_class& x = result[i % k];
      x = modulo(x * w_ + a[i], p_);
    }
    return result;
  }
  [[nodiscard]] Value sum(const Value& a, const Value& b) const {
    Value c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = modulo(a[i] + b[i], p_);
    return c;
  }
  [[nodiscard]] Value multiple(const Value& a, const mpz_class& by) const {
    Value c(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) c[i] = modulo(a[i] * by, p_);
    return c;
  }
  [[nodiscard]] Value product(const Value& a, const Value& b) const {
    const std::size_t k = a.size();
    Value c(k);
    if (!index_.is_power_of_two()) {
      for (std::size_t i = 0; i < k; ++i) c[i] = modulo(a[i] * b[i], p_);
      return c;
    }
    // As one product of integers (L. Kronecker, 1882).
    const std::size_t words = 2 * mpz_sizeinbase(p_.get_mpz_t(), 2) / 64 + 2;
    const mpz_class all = in_one(a, words) * in_one(b, words);
    std::vector<std::uint64_t> digits(2 * k * words);
    mpz_export(digits.data(), nullptr, -1, 8, 0, 0, all.get_mpz_t());
    for (std::size_t i = 2 * k; i-- > 0;) {
      const mpz_class x = integer_of(std::span(digits).subspan(i * words, words));
      c[i % k] = modulo(c[i % k] * w_ + x, p_);
    }
    return c;
  }
  /// a(x^g), where g is 1 modulo the index of t(x).
  [[nodiscard]] Value substituted(const Value& a, std::uint64_t g) const {
    Value c(a.size());
    if (!index_.is_power_of_two()) {
      for (std::size_t s = 0; s < a.size(); ++s) c[s] = a[places_[units_[s] * g % m_]];
      return c;
    }
    for (std::size_t i = 0; i < a.size(); ++i) {
      mpz_class power;
      mpz_powm_ui(power.get_mpz_t(), w_.get_mpz_t(), i * g / degree(), p_.get_mpz_t());
      c[i * g % degree()] = modulo(a[i] * power, p_);
    }
    return c;
  }

 private:
  // k of x^k = w.
  [[nodiscard]] std::size_t degree() const { return static_cast<std::size_t>(m_ / d_); }
  static mpz_class in_one(const Value& a, std::size_t words) {
    std::vector<std::uint64_t> digits(a.size() * words);
    for (std::size_t i = 0; i < a.size(); ++i) {
      mpz_export(&digits[i * words], nullptr, -1, 8, 0, 0, a[i].get_mpz_t());
    }
    return integer_of(digits);
  }
  // The powers of a root z of order m with z^(m/d) = w.
  void find_roots() {
    for (std::uint64_t j = 1; j < m_; j += d_) {
      if (std::gcd(j, m_) == 1) units_.push_back(j);
    }
    places_.resize(m_);
    for (std::size_t s = 0; s < units_.size(); ++s) places_[units_[s]] = s;
    powers_.resize(m_);
    for (unsigned long base = 2;; ++base) {
      mpz_class z;
      const mpz_class exponent = (p_ - 1) / static_cast<unsigned long>(m_);
      mpz_powm(z.get_mpz_t(), mpz_class(base).get_mpz_t(), exponent.get_mpz_t(), p_.get_mpz_t());
      powers_[0] = 1;
      bool primitive = true;
      for (std::uint64_t i = 1; i < m_; ++i) {
        powers_[i] = powers_[i - 1] * z % p_;
        primitive = primitive && powers_[i] != 1;
      }
      if (primitive) break;
    }
    std::uint64_t e = 1;
    while (std::gcd(e, m_) != 1 || (d_ > 1 && powers_[e * (m_ / d_) % m_] != w_)) ++e;
    const Value powers = powers_;
    for (std::uint64_t i = 0; i < m_; ++i) powers_[i] = powers[i * e % m_];
  }

  CyclotomicIndex index_;
  std::uint64_t m_, d_;
  mpz_class p_, w_;
  std::vector<std::uint64_t> units_;  // 1 modulo d
  std::vector<std::size_t> places_;   // of units
  Value powers_;                      // of z
};

}  // namespace lath::testing
