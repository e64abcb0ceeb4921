// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include "algebra/wide/basis_products.hpp"
#include "algebra/wide/subring_blocks.hpp"
#include "he/adversary/chosen_polynomials.hpp"
#include "he/adversary/wide_ring.hpp"
#include "he/context.hpp"
#include "lath/he/plaintext.hpp"

namespace lath::testing {

/// Plaintexts that somebody chooses, for an integer t of many words or a short t(x).
template <class Parameters>
class WideMessages {
 public:
  using Value = WideRing::Value;
  /// A plaintext, and its value in the clear.
  struct Plain {
    he::Plaintext plaintext;
    Value m;
  };
  /// Patterns have integers from -kUnit to kUnit.
  static constexpr std::int64_t kUnit = std::int64_t{1} << 20;

  explicit WideMessages(const Parameters& parameters)
      : parameters_(parameters),
        tables_(parameters.plaintexts()),
        index_(tables_->keys()->index),
        ring_(index_, parameters.context()->plaintext_space) {
    const auto& t = parameters.context()->plaintext_space.short_modulus();
    if (t.index == 0) return;
    const auto subring = CyclotomicIndex::create(t.index);
    d_ = t.index;
    blocks_.emplace_back(index_, subring);
    const detail::BasisProducts basis(subring);
    for (std::size_t k = 0; k < basis.size(); ++k) exponents_.push_back(basis.exponent(k));
    matrix_ = detail::product_matrix(subring, t.coefficients);
    coefficients_ = t.coefficients;
    root_ = integer_of(t.root);
    const std::size_t size = coefficients_.size();
    for (std::size_t i = 0; i < size; ++i) {
      mpz_class sum;
      for (std::size_t j = 0; j < size; ++j) sum += std::abs(matrix_[i * size + j]);
      largest_ = std::max<mpz_class>(largest_, sum / 2 + 1);
    }
  }

  [[nodiscard]] const WideRing& ring() const { return ring_; }
  [[nodiscard]] const mpz_class& p() const { return ring_.modulus(); }
  [[nodiscard]] bool is_short() const { return !coefficients_.empty(); }
  [[nodiscard]] std::size_t n() const { return index_.degree(); }
  [[nodiscard]] std::uint64_t m() const { return index_.value(); }
  [[nodiscard]] const CyclotomicIndex& index() const { return index_; }
  /// The index of t(x), or 1.
  [[nodiscard]] std::uint64_t d() const { return d_; }
  /// The largest magnitude of a coefficient: floor(t/2), or half the largest row sum of t(x).
  [[nodiscard]] mpz_class largest() const { return is_short() ? largest_ : mpz_class(p() / 2); }

  /// t times a polynomial.
  [[nodiscard]] WideIntegers times_t(const WideIntegers& a) const {
    WideIntegers result(n());
    if (!is_short()) {
      for (std::size_t i = 0; i < n(); ++i) result[i] = a[i] * p();
      return result;
    }
    const std::size_t size = coefficients_.size();
    for (std::size_t block = 0; block < blocks_[0].count(); ++block) {
      for (std::size_t i = 0; i < size; ++i) {
        mpz_class& x = result[blocks_[0].place(block, i)];
        for (std::size_t j = 0; j < size; ++j) {
          x += a[blocks_[0].place(block, j)] * static_cast<long>(matrix_[i * size + j]);
        }
      }
    }
    return result;
  }
  /// t(x) itself.
  [[nodiscard]] WideIntegers t() const {
    WideIntegers one(n());
    one[0] = 1;
    return times_t(one);
  }
  /// |t(z)| at the complex root of unity of this exponent.
  [[nodiscard]] double magnitude_of_t(std::uint64_t root) const {
    std::complex<double> sum;
    for (std::size_t k = 0; k < coefficients_.size(); ++k) {
      const auto turns = static_cast<double>(exponents_[k] * root % d_) / static_cast<double>(d_);
      sum += static_cast<double>(coefficients_[k]) * std::polar(1.0, 2 * std::numbers::pi * turns);
    }
    return std::abs(sum);
  }

  /// The multiple of t by a pattern as fractions from -1/2 to 1/2, rounded towards zero.
  [[nodiscard]] WideIntegers half_of_t(const Integers& f) const {
    WideIntegers y = times_t(wide(f, 1));
    for (mpz_class& x : y) x /= 2 * kUnit;
    return y;
  }
  /// A pattern whose largest integers are the largest coefficients of plaintexts.
  [[nodiscard]] WideIntegers largest(const Integers& f) const {
    WideIntegers y = wide(f, largest());
    for (mpz_class& x : y) x /= kUnit;
    return y;
  }

  /// The plaintext with these coefficients as they are, or the nearest ones in range.
  [[nodiscard]] Plain unreduced(const WideIntegers& y) const {
    if (!is_short()) return reduced(y, 1);
    std::vector<std::uint64_t> words(n());
    for (std::size_t i = 0; i < n(); ++i) {
      const mpz_class x = std::clamp<mpz_class>(y[i], -largest_, largest_);
      words[i] = static_cast<std::uint64_t>(x.get_si());
    }
    return plain({parameters_, words});
  }
  /// The small representative of a multiple modulo t.
  [[nodiscard]] Plain reduced(const WideIntegers& y, const mpz_class& by) const {
    const std::size_t each = tables_->words_of_number();
    std::vector<std::uint64_t> numbers(tables_->numbers() * each), words(n() * tables_->words());
    for (std::size_t i = 0; i < tables_->numbers(); ++i) {
      mpz_class x = is_short() ? at_root(y, i) : y[i];
      x = modulo(x * by, p());
      mpz_export(&numbers[i * each], nullptr, -1, 8, 0, 0, x.get_mpz_t());
    }
    tables_->from_numbers(words, numbers);
    return plain({parameters_, words});
  }
  /// The plaintext that adds these integers to a ciphertext: as a rounding in BFV, and in BGV
  /// itself.
  [[nodiscard]] Plain adding(const WideIntegers& y, std::size_t level,
                             const Natural& factor = 1) const {
    const mpz_class k =
        integer_of(parameters_.context()->message_factor(level)) * integer_of(factor) % p();
    if (k == 1) return unreduced(y);
    mpz_class inverse;
    mpz_invert(inverse.get_mpz_t(), k.get_mpz_t(), p().get_mpz_t());
    return reduced(y, inverse);
  }
  [[nodiscard]] Plain plain(he::Plaintext plaintext) const {
    Value m = value(plaintext);
    return {std::move(plaintext), std::move(m)};
  }
  [[nodiscard]] Value value(const he::Plaintext& plaintext) const {
    return ring_.of(integers(plaintext));
  }
  /// The coefficients of a plaintext.
  [[nodiscard]] WideIntegers integers(const he::Plaintext& plaintext) const {
    const std::size_t words = tables_->words();
    WideIntegers y(n());
    for (std::size_t i = 0; i < n(); ++i) {
      const auto x = plaintext.coefficients().subspan(i * words, words);
      y[i] = is_short() ? mpz_class(static_cast<long>(x[0])) : integer_of(x);
    }
    return y;
  }

 private:
  [[nodiscard]] WideIntegers wide(const Integers& f, const mpz_class& by) const {
    WideIntegers y(n());
    for (std::size_t i = 0; i < n(); ++i) y[i] = by * static_cast<long>(f[i]);
    return y;
  }
  [[nodiscard]] mpz_class at_root(const WideIntegers& y, std::size_t block) const {
    mpz_class sum, power;
    for (std::size_t k = 0; k < coefficients_.size(); ++k) {
      mpz_powm_ui(power.get_mpz_t(), root_.get_mpz_t(), exponents_[k], p().get_mpz_t());
      sum += y[blocks_[0].place(block, k)] * power;
    }
    return sum;
  }

  Parameters parameters_;
  std::shared_ptr<const he::PlaintextTables> tables_;
  CyclotomicIndex index_;
  WideRing ring_;
  std::uint64_t d_ = 1;
  std::vector<detail::SubringBlocks> blocks_;  // none or one
  std::vector<std::uint64_t> exponents_;       // of zeta
  std::vector<std::int64_t> matrix_, coefficients_;
  mpz_class root_, largest_;
};

}  // namespace lath::testing
