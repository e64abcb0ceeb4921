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

/// The noise of a ciphertext, as far as it is known without a key: a standard deviation, from which
/// follows a bound that holds except with probability 2^-128, key generation and encryption
/// included, whatever plaintexts, integers and circuits anybody chooses. Sums are bounded by the
/// sums of deviations, never by sums of variances, since operands may have a common origin.
/// docs/noise.md derives the formulas and names the assumptions.
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
             BoundOrigin origin = BoundOrigin::own) noexcept;

  /// log2 of the standard deviation.
  [[nodiscard]] double log2_deviation() const noexcept { return log2_deviation_; }
  /// log2 of the deviation that bytes of ciphertexts state. A Gaussian noise with this deviation
  /// has this bound or a larger one. It is larger than log2_deviation() where noise is a product of
  /// several random numbers, which are all large more often than one Gaussian number is.
  [[nodiscard]] double log2_stated_deviation() const noexcept;
  /// log2 of the bound of all coefficients: sqrt(2 ln(2 n 2^128)) deviations, about 14, for a
  /// Gaussian noise. Products in BGV have a smaller one, by the inequality of Cauchy and Schwarz.
  [[nodiscard]] double log2_bound() const noexcept;
  /// The bits that are left: the noise may become 2^budget_bits() times as large. Negative where
  /// decryption may be wrong.
  [[nodiscard]] double budget_bits() const noexcept { return -1 - log2_bound(); }

  /// Where the bound comes from.
  [[nodiscard]] BoundOrigin origin() const noexcept { return origin_; }
  /// This bound with another origin: functions that read ciphertexts make their bounds claimed.
  [[nodiscard]] NoiseBound with_origin(BoundOrigin origin) const noexcept {
    NoiseBound result = *this;
    result.origin_ = origin;
    return result;
  }

  /// The noise of a sum or a difference. It is claimed if one of both is.
  friend NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept;
  /// The noise times a number, given by its logarithm.
  [[nodiscard]] NoiseBound scaled(double log2_factor) const noexcept {
    NoiseBound result = *this;
    result.log2_deviation_ += log2_factor;
    result.log2_gaussian_ += log2_factor;
    result.log2_fourth_ += log2_factor;
    result.log2_largest_ += log2_factor;
    return result;
  }
  /// The noise of a ciphertext with errors that are no ciphertext's.
  [[nodiscard]] NoiseBound plus(const NoiseBound& errors) const noexcept;
  /// The noise of a ciphertext whose parts are new random ones, after a key switch.
  [[nodiscard]] NoiseBound with_new_parts() const noexcept {
    NoiseBound result = *this;
    result.oldest_part_ = depth_;
    return result;
  }
  /// A noise of this size of a product in BFV, where both noises are multiplied by the parts of the
  /// other factor. The ring has an index with so many odd primes: none for x^n + 1.
  [[nodiscard]] NoiseBound of_product(const NoiseBound& a, const NoiseBound& b,
                                      std::size_t odd_primes) const noexcept;
  /// log2 of the largest magnitude of its values at the complex roots of the ring, whose mean
  /// square is `mean_square_value` for a deviation of 1: n for x^n + 1. It holds in BGV.
  [[nodiscard]] double log2_largest_value(double mean_square_value) const noexcept;
  /// The product of two noises, as polynomials, which may have anything in common;
  /// `mean_square_value` as above.
  [[nodiscard]] NoiseBound times(const NoiseBound& b, double mean_square_value) const noexcept;
  /// Whether bytes state both alike.
  friend bool operator==(const NoiseBound& a, const NoiseBound& b) noexcept {
    return a.log2_stated_deviation() == b.log2_stated_deviation() && a.degree_ == b.degree_ &&
           a.origin_ == b.origin_;
  }

 private:
  // The deviation of a Gaussian noise with the same bound.
  [[nodiscard]] double log2_bounding_deviation() const noexcept;

  // The deviation; the deviation of a Gaussian noise with the same bound in BGV; and norms of the
  // values at the roots, in units of the root of their mean square for a deviation of 1: the fourth
  // root of the mean of fourth powers, and the largest.
  double log2_deviation_, log2_gaussian_, log2_fourth_, log2_largest_;
  std::size_t degree_;
  // The factors of a product in BFV: how many parts of ciphertexts, how often one of them may be
  // the same as another, and the depth at which the oldest summand of its own parts was made.
  std::uint16_t depth_ = 0, reuses_ = 0, oldest_part_ = 0, odd_primes_ = 0;
  BoundOrigin origin_;
};

/// The origin of a bound that is computed from two bounds with these origins.
[[nodiscard]] inline BoundOrigin join(BoundOrigin a, BoundOrigin b) noexcept {
  return std::max(a, b);
}

}  // namespace lath::he
