// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "lath/base/error.hpp"

namespace lath {

/// The distribution of the independent coefficients of a secret or an error. The estimates of
/// lattice attacks use its standard deviation only: attackers subtract a mean other than zero.
class SmallDistribution {
 public:
  /// Uniform on the integers from `least` to `greatest`. Throws invalid_argument unless
  /// least < greatest and both are within 2^62.
  static SmallDistribution uniform(std::int64_t least, std::int64_t greatest);
  /// Uniform on {-1, 0, 1}.
  static SmallDistribution ternary();
  /// The sum of eta fair bits minus the sum of eta others. Throws invalid_argument for eta = 0.
  static SmallDistribution centered_binomial(unsigned eta);
  /// The discrete Gaussian: x with a probability proportional to e^(-x^2 / (2 sigma^2)). Throws
  /// invalid_argument unless sigma is from 0.3 to 2^1000; the standard deviation of narrower ones
  /// is not sigma.
  static SmallDistribution discrete_gaussian(double sigma);

  /// The standard deviation.
  [[nodiscard]] double standard_deviation() const noexcept { return standard_deviation_; }

  /// The logarithm of the guesses per coefficient that find a secret of many coefficients on
  /// average, likely values first: 2 log2 of the sum of sqrt(P[x]) over all x, an upper bound
  /// (E. Arikan, "An inequality on guessing and its application to sequential decoding", IEEE
  /// Trans. Inf. Theory 42, 1996). For a uniform distribution it is log2 of the number of integers.
  [[nodiscard]] double log2_guesses() const;

  /// |E[e^(2 pi i x / q)]|, which measures how values modulo q differ from uniform ones: nearly 1
  /// if they are narrow, 0 for uniform residues. For log2 q above 1.
  [[nodiscard]] double bias(double log2_modulus) const;

  /// Whether both are the same distribution.
  friend bool operator==(const SmallDistribution&, const SmallDistribution&) = default;

 private:
  enum class Kind { uniform, centered_binomial, discrete_gaussian };
  SmallDistribution(Kind kind, double parameter, double standard_deviation) noexcept
      : kind_(kind), parameter_(parameter), standard_deviation_(standard_deviation) {}

  Kind kind_;
  double parameter_;  // the number of integers, eta, or sigma
  double standard_deviation_;
};

/// For LweInstance::samples: more than any attack can use.
inline constexpr std::size_t kUnlimitedSamples = std::numeric_limits<std::size_t>::max();

/// The problem of finding s from (A, A s + e mod q) with a uniform A. Ring-LWE of degree N counts
/// as dimension N and Module-LWE of rank k as dimension k N, since no known attack on the
/// parameters used here gains from the ring.
struct LweInstance {
  std::size_t dimension = 0;                                ///< n, the length of s: 1 to 2^20
  double log2_modulus = 0;                                  ///< log2 q: above 1, at most 2^15
  SmallDistribution secret = SmallDistribution::ternary();  ///< of the coefficients of s
  SmallDistribution error = SmallDistribution::ternary();   ///< of the coefficients of e
  /// The number of rows of A, at least 1: a sample of Ring-LWE is as many rows as its degree.
  std::size_t samples = kUnlimitedSamples;
};

}  // namespace lath
