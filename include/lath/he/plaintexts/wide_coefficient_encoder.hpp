// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "lath/arith/natural.hpp"
#include "lath/arith/wide_integer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath::he {

/// Encodes numbers of many words as the coefficients of plaintexts, for any t: an integer, as
/// CoefficientEncoder does with words, or a short modulus t(x) that vanishes at a root modulo p.
/// Then a plaintext is a polynomial with coefficients in Z[zeta], numbers modulo p at the root, and
/// there are as many as the ring has coefficients over zeta: for x^n + 1 and zeta = x^k the k
/// coefficients modulo p and x^k = root. Immutable, and safe to share between threads.
class WideCoefficientEncoder {
 public:
  /// The encoder for these parameters.
  explicit WideCoefficientEncoder(const SchemeParameters& parameters);
  ///@{
  /// Copies share everything. A moved-from encoder stays as it was.
  WideCoefficientEncoder(const WideCoefficientEncoder&) noexcept = default;
  WideCoefficientEncoder& operator=(const WideCoefficientEncoder&) noexcept = default;
  ///@}
  ~WideCoefficientEncoder() = default;

  /// The number of coefficients: n if t is an integer.
  [[nodiscard]] std::size_t coefficients() const noexcept;
  /// The number of words of a coefficient, as many as t - 1 or p has.
  [[nodiscard]] std::size_t words() const noexcept;

  ///@{
  /// The plaintext with these coefficients, lowest first, of any number of words; missing ones are
  /// zero. They are in [0, t), or [0, p), or two's complements of magnitudes up to half of that if
  /// `representative` is centered. Throws mismatch if there are too many, invalid_argument if one
  /// is out of range. One pass. Constant time in the values.
  [[nodiscard]] Plaintext encode(
      const WideValues& values, Representative representative = Representative::nonnegative) const {
    return encode(values.span(), values.size(), values.words(), representative);
  }
  template <std::size_t Words>
  [[nodiscard]] Plaintext encode(
      std::span<const WideInteger<Words>> values,
      Representative representative = Representative::nonnegative) const {
    const auto* words = values.empty() ? nullptr : values.front().words.data();
    return encode({words, values.size() * Words}, values.size(), Words, representative);
  }
  ///@}
  /// The constant polynomial: the number is public. Throws invalid_argument as above.
  [[nodiscard]] Plaintext constant(const Natural& value) const;
  /// The coefficients of a plaintext, of words() words each, nonnegative; or as two's complements
  /// in
  /// (-t/2, t/2], of as many words as t. Throws mismatch if the plaintext has other parameters. One
  /// pass. Constant time in the coefficients.
  [[nodiscard]] WideValues decode(
      const Plaintext& plaintext,
      Representative representative = Representative::nonnegative) const;

 private:
  [[nodiscard]] Plaintext encode(std::span<const std::uint64_t> words, std::size_t count,
                                 std::size_t words_each, Representative representative) const;

  std::shared_ptr<const PlaintextTables> tables_;
};

}  // namespace lath::he
