// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "lath/base/language.hpp"

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
/// A product multiplies the noise most where the secret s is large, at the same roots of x^n + 1
/// each time. So a bound has more than one deviation: with v(z) and s(z) the values at the n roots
/// and u(z) = 1 + |s(z)|^2,
///
///     D_j^2 = max (1/n^2) sum_z E|v(z)|^2 u(z_1) ... u(z_j)
///
/// over all automorphisms z -> z_1, ..., z -> z_j of the ring. D_0 is the standard deviation of the
/// coefficients, D_j what it becomes by j products, up to factors that do not depend on s.
///
/// A bound promises something of honest ciphertexts only. One that came from outside is a claim of
/// whoever sent it, and so is all that is computed from it: nothing is released on a claim, see
/// Decryptor::decrypt_for_release().
class NoiseBound {
 public:
  /// So many products are told from those with the largest |s(z)|: the last deviation is D_8.
  static constexpr std::size_t kProducts = 8;
  /// log2 of D_0, D_1, ...
  using Deviations = std::array<double, kProducts + 1>;

  /// A noise that is independent of the secret, with this standard deviation of its coefficients,
  /// as a logarithm, in a ring of this degree.
  NoiseBound(double log2_deviation, std::size_t degree,
             BoundOrigin origin = BoundOrigin::own) noexcept;
  /// A noise with these deviations.
  NoiseBound(const Deviations& log2_deviations, std::size_t degree,
             BoundOrigin origin = BoundOrigin::own) noexcept
      : log2_deviations_(log2_deviations), degree_(degree), origin_(origin) {}

  /// log2 of the standard deviation, D_0.
  [[nodiscard]] double log2_deviation() const noexcept { return log2_deviations_[0]; }
  /// log2 of all deviations.
  [[nodiscard]] const Deviations& log2_deviations() const noexcept { return log2_deviations_; }
  /// log2 of the bound of all coefficients: sqrt(2 ln(2 n 2^128)) standard deviations, about 14.
  [[nodiscard]] double log2_bound() const noexcept;
  /// The bits that are left: the noise may become 2^budget_bits() times as large. Negative where
  /// decryption may be wrong.
  [[nodiscard]] double budget_bits() const noexcept { return -1 - log2_bound(); }

  /// Where it comes from.
  [[nodiscard]] BoundOrigin origin() const noexcept { return origin_; }
  /// The same bound from there: what reads ciphertexts makes their bounds claimed.
  [[nodiscard]] NoiseBound with_origin(BoundOrigin origin) const noexcept {
    return {log2_deviations_, degree_, origin};
  }

  /// The noise of a sum or a difference. It is claimed if one of both is.
  friend NoiseBound operator+(const NoiseBound& a, const NoiseBound& b) noexcept;
  /// The noise of a sum of two that are drawn independently of each other: variances are added.
  friend NoiseBound independent_sum(const NoiseBound& a, const NoiseBound& b) noexcept;
  /// The noise times a number, given by its logarithm.
  [[nodiscard]] NoiseBound scaled(double log2_factor) const noexcept;
  /// The noise times a polynomial X that is independent of it, with E|X(z)|^2 = u(z): D_j becomes
  /// D_(j+1). For a noise r that is drawn anew for both of its places it is that of r + r' s.
  [[nodiscard]] NoiseBound times_secret() const noexcept;
  /// Whether both are equal.
  friend bool operator==(const NoiseBound&, const NoiseBound&) = default;

 private:
  // The deviations of a sum, each from those of its operands.
  static NoiseBound combined(const NoiseBound& a, const NoiseBound& b,
                             double (*sum)(double, double) noexcept) noexcept;

  Deviations log2_deviations_;
  std::size_t degree_;
  BoundOrigin origin_;
};

/// Of what is computed from both.
[[nodiscard]] inline BoundOrigin join(BoundOrigin a, BoundOrigin b) noexcept {
  return std::max(a, b);
}

}  // namespace lath::he
