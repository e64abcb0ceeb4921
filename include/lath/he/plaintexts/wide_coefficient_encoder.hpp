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

namespace lath::he {

/// Encodes numbers of many words as the coefficients of plaintexts, for any integer t, as
/// CoefficientEncoder does with words. Immutable, and safe to share between threads.
class WideCoefficientEncoder {
 public:
  /// The encoder for these parameters. Throws unsupported unless their plaintexts are polynomials
  /// modulo an integer.
  explicit WideCoefficientEncoder(const SchemeParameters& parameters);
  ///@{
  /// Copies share everything. A moved-from encoder stays as it was.
  WideCoefficientEncoder(const WideCoefficientEncoder&) noexcept = default;
  WideCoefficientEncoder& operator=(const WideCoefficientEncoder&) noexcept = default;
  ///@}
  ~WideCoefficientEncoder() = default;

  /// The number of coefficients, n.
  [[nodiscard]] std::size_t coefficients() const noexcept;
  /// The number of words of a coefficient, as many as t - 1 has.
  [[nodiscard]] std::size_t words() const noexcept;

  ///@{
  /// The plaintext with these coefficients in [0, t), lowest first, of any number of words; missing
  /// ones are zero. Throws mismatch if there are more than n, invalid_argument if one is not below
  /// t. One pass. Constant time in the values.
  [[nodiscard]] Plaintext encode(const WideValues& values) const {
    return encode(values.span(), values.size(), values.words());
  }
  template <std::size_t Words>
  [[nodiscard]] Plaintext encode(std::span<const WideInteger<Words>> values) const {
    const auto* words = values.empty() ? nullptr : values.front().words.data();
    return encode({words, values.size() * Words}, values.size(), Words);
  }
  ///@}
  /// The constant polynomial, in [0, t): the number is public. Throws invalid_argument as above.
  [[nodiscard]] Plaintext constant(const Natural& value) const;
  /// The coefficients of a plaintext, in [0, t). Throws mismatch if the plaintext has other
  /// parameters. One pass.
  [[nodiscard]] WideValues decode(const Plaintext& plaintext) const;

 private:
  [[nodiscard]] Plaintext encode(std::span<const std::uint64_t> words, std::size_t count,
                                 std::size_t words_each) const;

  std::shared_ptr<const PlaintextTables> tables_;
};

}  // namespace lath::he
