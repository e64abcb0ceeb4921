// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "arith/wide/wide_reduction.hpp"
#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// A short element t of Z[zeta_d] with t(omega) = 0 modulo p, for a root of unity omega of order d
/// modulo p. Elements are phi(d) coefficients in the powerful basis.
///
/// All rests on one formula: the small representative of c modulo t is t frac(c/t), where frac
/// takes every coefficient to [-1/2, 1/2). c/t is a vector of fractions modulo 1, whether c is an
/// integer, or the product of a fixed integer and a small element. Fractions have 128 bits at the
/// end: with coefficients below 2^60 in sums of 128, the product with t errs by less than 1/4, and
/// is an integer.
///
/// Constant time in elements and numbers modulo p; t, p and fixed factors are public.
class ShortModulus {
 public:
  /// The most coefficients, and words of p.
  static constexpr std::size_t kMostCoefficients = 128, kMostWords = 65;

  /// Throws invalid_argument unless t has phi(d) coefficients, up to 128, with a sum of magnitudes
  /// below 2^60, or 2^59 if d has an odd prime; unless omega is a root of unity of order d modulo
  /// p, and t(omega) = 0; and if t is nearly zero at a complex root of unity.
  ShortModulus(const CyclotomicIndex& index, std::span<const std::int64_t> t, const Natural& p,
               const Natural& omega);

  /// The number of coefficients of an element, and the words of a number modulo p.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t words() const noexcept { return reduction_.words(); }
  /// p and floor(p/2).
  [[nodiscard]] const Natural& prime() const noexcept { return p_; }
  [[nodiscard]] const Natural& half() const noexcept { return half_; }
  /// The largest magnitude of a coefficient of a small representative.
  [[nodiscard]] std::uint64_t largest() const noexcept { return largest_; }

  /// Writes the number in [0, p) that an element is at zeta = omega. Coefficients are at most
  /// largest() in magnitude.
  void value(std::span<std::uint64_t> out, std::span<const std::int64_t> element) const noexcept;
  /// Writes the small representative of a number in [0, p).
  void small(std::span<std::int64_t> out, std::span<const std::uint64_t> number) const noexcept;
  /// The small representative of a public number.
  [[nodiscard]] std::vector<std::int64_t> small_vartime(const Natural& number) const;

  /// A fixed factor k, with the fractions of k/t times every element of the basis.
  class Multiplier {
   private:
    friend class ShortModulus;
    std::vector<unsigned __int128> fractions_;  // row after row
  };
  /// The factor k, below p.
  [[nodiscard]] Multiplier multiplier(const Natural& k) const;
  /// Writes the small representative of k m, for an element m of coefficients up to largest().
  void multiply(std::span<std::int64_t> out, const Multiplier& k,
                std::span<const std::int64_t> m) const noexcept;

  /// Writes t f, rounded to integers, for fractions f in [-1/2, 1/2) of 128 bits: two words each,
  /// the least significant first, as two's complements. The rounding errs by 2^-63 at most.
  void round_product(std::span<std::int64_t> out, std::span<const std::uint64_t> f) const noexcept;

 private:
  void make_powers(const CyclotomicIndex& index, const Natural& omega);
  [[nodiscard]] unsigned __int128 fraction_of(const std::uint64_t* number,
                                              const std::uint64_t* fraction) const noexcept;

  std::size_t size_;
  CyclotomicIndex index_;
  Natural p_, half_;
  WideReduction reduction_;  // modulo p
  std::uint64_t largest_ = 0;
  std::vector<std::int64_t> matrix_;  // of the product with t, row after row
  std::size_t fraction_words_;
  std::vector<std::uint64_t> inverse_;  // 1/t modulo 1, two's complements of so many words
  std::vector<std::uint64_t> powers_;   // the basis at omega, in words() words each
  std::vector<std::uint64_t> offset_;   // what largest() in every coefficient adds to a value
};

}  // namespace lath::detail
