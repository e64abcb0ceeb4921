// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "lath/base/language.hpp"

namespace lath::he {

/// What is known of the noise of a ciphertext without a key: its standard deviation, from which
/// follows a bound that holds except with probability 2^-128, key generation and encryption
/// included. Sums are bounded by the sums of deviations, never by those of variances, since
/// operands may have a common origin. docs/noise.md derives the formulas and names what is assumed.
///
/// The noise is measured in units of the distance between two plaintexts: decryption is right while
/// it is below 1/2.
class NoiseBound {
 public:
  /// A noise with this standard deviation of its coefficients, as a logarithm, in a ring of this
  /// degree.
  NoiseBound(double log2_deviation, std::size_t degree) noexcept
      : log2_deviation_(log2_deviation), degree_(degree) {}

  /// log2 of the standard deviation.
  [[nodiscard]] double log2_deviation() const noexcept { return log2_deviation_; }
  /// log2 of the bound of all coefficients: sqrt(2 ln(2 n 2^128)) standard deviations, about 14.
  [[nodiscard]] double log2_bound() const noexcept;
  /// The bits that are left: the noise may become 2^budget_bits() times as large. Negative where
  /// decryption may be wrong.
  [[nodiscard]] double budget_bits() const noexcept { return -1 - log2_bound(); }

  /// The noise of a sum or a difference.
  friend NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept;
  /// The noise times a number, given by its logarithm.
  [[nodiscard]] NoiseBound scaled(double log2_factor) const noexcept {
    return {log2_deviation_ + log2_factor, degree_};
  }
  /// Whether both are equal.
  friend bool operator==(const NoiseBound&, const NoiseBound&) = default;

 private:
  double log2_deviation_;
  std::size_t degree_;
};

}  // namespace lath::he
