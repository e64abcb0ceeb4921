// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace lath {

/// How the coefficients of a secret or an error are distributed, independently of each other. What
/// attacks know of it here is its standard deviation alone: a mean other than zero is subtracted.
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

  friend bool operator==(const SmallDistribution&, const SmallDistribution&) = default;

 private:
  explicit SmallDistribution(double standard_deviation) noexcept
      : standard_deviation_(standard_deviation) {}
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
