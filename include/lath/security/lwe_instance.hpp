// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lath {

/// How the coefficients of a secret or an error are distributed, independently of each other. What
/// attacks on lattices know of it here is its standard deviation alone: a mean other than zero is
/// subtracted.
class SmallDistribution {
 public:
  /// The integers from `least` to `greatest`, each as often. Throws invalid_argument unless
  /// least < greatest and both are within 2^62.
  static SmallDistribution uniform(std::int64_t least, std::int64_t greatest);
  /// -1, 0 and 1, each as often.
  static SmallDistribution ternary();
  /// A sum of eta bits minus a sum of eta bits. Throws invalid_argument for eta = 0.
  static SmallDistribution centered_binomial(unsigned eta);
  /// An integer x in proportion to e^(-x^2 / (2 sigma^2)). Throws invalid_argument unless sigma is
  /// from 0.3 to 2^1000: a narrower one does not have sigma for its standard deviation.
  static SmallDistribution discrete_gaussian(double sigma);

  [[nodiscard]] double standard_deviation() const noexcept { return standard_deviation_; }

  /// log2 of what each of many values adds to the guesses that find them all, likely ones first, on
  /// average: 2 log2 of the sum of sqrt(P[x]) over all x, an upper bound (E. Arikan, "An inequality
  /// on guessing and its application to sequential decoding", IEEE Trans. Inf. Theory 42, 1996).
  /// log2 of the number of integers where all are equally likely.
  [[nodiscard]] double log2_guesses() const;

  /// |E[e^(2 pi i x / q)]|, by which values modulo q differ from uniform ones: nearly 1 where they
  /// are narrow, 0 for uniform residues. For log2 q above 1.
  [[nodiscard]] double bias(double log2_modulus) const;

  friend bool operator==(const SmallDistribution&, const SmallDistribution&) = default;

 private:
  enum class Kind { uniform, centered_binomial, discrete_gaussian };
  SmallDistribution(Kind kind, double parameter, double standard_deviation) noexcept
      : kind_(kind), parameter_(parameter), standard_deviation_(standard_deviation) {}

  Kind kind_;
  double parameter_;  // the number of integers, eta, or sigma
  double standard_deviation_;
};

/// More samples than any attack can use.
inline constexpr std::size_t kUnlimitedSamples = std::numeric_limits<std::size_t>::max();

/// The search for s in (A, A s + e mod q), A uniform. Ring-LWE of degree N is taken as dimension N,
/// Module-LWE of rank k as dimension k N: no attack on the parameters used here is known to gain
/// from the ring.
struct LweInstance {
  std::size_t dimension = 0;  ///< n, of s: 1 to 2^20
  double log2_modulus = 0;    ///< log2 q: above 1, at most 2^14
  SmallDistribution secret = SmallDistribution::ternary();
  SmallDistribution error = SmallDistribution::ternary();
  std::size_t samples = kUnlimitedSamples;  ///< the rows of A; at least 1
};

}  // namespace lath
