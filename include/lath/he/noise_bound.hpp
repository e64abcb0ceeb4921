// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "lath/base/error.hpp"

namespace lath::he {

/// Where a noise bound comes from.
enum class BoundOrigin : std::uint8_t {
  own,      ///< computed here, from encryption on
  claimed,  ///< it came with a ciphertext from outside, or was computed from one that did
};

/// What is known of the noise of a ciphertext without a key: its standard deviation, from which
/// follows a bound that holds except with probability 2^-128, key generation and encryption
/// included. Sums are bounded by the sums of deviations, never by those of variances, since
/// operands may have a common origin. docs/noise.md derives the formulas and names what is assumed.
///
/// The noise is measured in units of the distance between two plaintexts: decryption is right while
/// it is below 1/2.
///
/// A bound promises something of honest ciphertexts only. One that came from outside is a claim of
/// whoever sent it, and so is all that is computed from it: nothing is released on a claim, see
/// Decryptor::decrypt_for_release().
class NoiseBound {
 public:
  /// A noise with this standard deviation of its coefficients, as a logarithm, in a ring of this
  /// degree.
  NoiseBound(double log2_deviation, std::size_t degree,
             BoundOrigin origin = BoundOrigin::own) noexcept
      : log2_deviation_(log2_deviation), degree_(degree), origin_(origin) {}

  /// log2 of the standard deviation.
  [[nodiscard]] double log2_deviation() const noexcept { return log2_deviation_; }
  /// log2 of the bound of all coefficients: sqrt(2 ln(2 n 2^128)) standard deviations, about 14.
  [[nodiscard]] double log2_bound() const noexcept;
  /// The bits that are left: the noise may become 2^budget_bits() times as large. Negative where
  /// decryption may be wrong.
  [[nodiscard]] double budget_bits() const noexcept { return -1 - log2_bound(); }

  /// Where it comes from.
  [[nodiscard]] BoundOrigin origin() const noexcept { return origin_; }
  /// The same bound from there: what reads ciphertexts makes their bounds claimed.
  [[nodiscard]] NoiseBound with_origin(BoundOrigin origin) const noexcept {
    return {log2_deviation_, degree_, origin};
  }

  /// The noise of a sum or a difference. It is claimed if one of both is.
  friend NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept;
  /// The noise times a number, given by its logarithm.
  [[nodiscard]] NoiseBound scaled(double log2_factor) const noexcept {
    return {log2_deviation_ + log2_factor, degree_, origin_};
  }
  /// Whether both are equal.
  friend bool operator==(const NoiseBound&, const NoiseBound&) = default;

 private:
  double log2_deviation_;
  std::size_t degree_;
  BoundOrigin origin_;
};

/// Of what is computed from both.
[[nodiscard]] inline BoundOrigin join(BoundOrigin a, BoundOrigin b) noexcept {
  return std::max(a, b);
}

}  // namespace lath::he
