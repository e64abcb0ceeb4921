// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"

/// @file
/// Polynomials modulo t by their coefficients, lowest first. Functions that take spans are constant
/// time in the coefficients; numbers of coefficients are public.
namespace lath::detail {

/// The coefficients of a public polynomial. Zero has zeros or none.
using Coefficients = std::vector<std::uint64_t>;
/// The coefficients of polynomials that may be secret.
using SecretWords = Buffer<std::uint64_t, Secret>;

/// A sum of products of residues modulo t, at most 60 bits. Reduced every 128 products of 120 bits.
class WideSum {
 public:
  explicit WideSum(const Modulus& t) noexcept : t_(t) {}

  void add_product(std::uint64_t a, std::uint64_t b) noexcept {
    sum_ += uint128{a} * b;
    if (++terms_ == kTerms) {
      sum_ = value();
      terms_ = 1;
    }
  }
  /// The sum modulo t.
  [[nodiscard]] std::uint64_t value() const noexcept {
    const std::uint64_t high = t_.reduce(static_cast<std::uint64_t>(sum_ >> 64));
    const std::uint64_t low = t_.reduce(static_cast<std::uint64_t>(sum_));
    const std::uint64_t shifted =
        t_.multiply(t_.multiply(high, t_.reduce(kHalf)), t_.reduce(kHalf));
    return t_.add(shifted, low);
  }

 private:
  static constexpr unsigned kTerms = 128;
  static constexpr std::uint64_t kHalf = std::uint64_t{1} << 32;
  const Modulus& t_;
  uint128 sum_ = 0;
  unsigned terms_ = 0;
};

/// out = a b, of a.size() + b.size() - 1 coefficients, by the definition. Overlaps nothing.
void multiply(std::span<std::uint64_t> out, std::span<const std::uint64_t> a,
              std::span<const std::uint64_t> b, const Modulus& t) noexcept;

/// a modulo f, a monic polynomial, in the lowest coefficients of `a`; the quotient in the others.
void divide(std::span<std::uint64_t> a, std::span<const std::uint64_t> f,
            const Modulus& t) noexcept;

/// Removes leading zeros.
void trim(Coefficients& a) noexcept;

///@{
/// The product, the quotient by a monic divisor, the remainder, which has the length of f less one
/// or the length of `a`, and the derivative.
[[nodiscard]] Coefficients product(const Coefficients& a, const Coefficients& b, const Modulus& t);
[[nodiscard]] Coefficients quotient(Coefficients a, const Coefficients& f, const Modulus& t);
[[nodiscard]] Coefficients remainder(Coefficients a, const Coefficients& f, const Modulus& t);
[[nodiscard]] Coefficients derivative(const Coefficients& a, const Modulus& t);
///@}

/// a^e modulo f, a monic polynomial, without leading zeros.
[[nodiscard]] Coefficients power(const Coefficients& a, std::uint64_t e, const Coefficients& f,
                                 const Modulus& t);

/// u_0, ..., u_(count - 1) with sum_i f_i u_(e+i) = 0 for all e, for a monic f, from its first
/// terms: as many as the degree of f.
[[nodiscard]] std::vector<std::uint64_t> recurrence(std::vector<std::uint64_t> first,
                                                    std::size_t count, const Coefficients& f,
                                                    const Modulus& t);

}  // namespace lath::detail
