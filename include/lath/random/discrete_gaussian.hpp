// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/random/generator.hpp"

namespace lath {

/// The discrete Gaussian distribution over the integers: x with a probability proportional to
/// exp(-(x - center)^2 / (2 sigma^2)). Holds a table of cumulative probabilities of 128 bits.
/// Immutable, cheap to copy and safe to share between threads.
///
/// Draws by inversion of the cumulative table (C. Peikert, "An efficient and parallel Gaussian
/// sampler for lattices", CRYPTO 2010, section 1). Every entry is read, so that the time does not
/// depend on the value. The table is computed with integers of 512 bits and is therefore the same
/// on every machine; each entry is within 2^-129 + 2^-180 of the exact probability. Integers whose
/// probabilities add up to less than 2^-127 are never drawn, among them all integers farther than
/// 13.4 sigma + 1 from the center. The statistical distance to the exact distribution is below
/// 2^-110, and below 2^-120 for sigma up to 16.
class DiscreteGaussian {
 public:
  ///@{
  /// Copies share the table. A moved-from object keeps its table.
  DiscreteGaussian(const DiscreteGaussian&) noexcept = default;
  DiscreteGaussian& operator=(const DiscreteGaussian&) noexcept = default;
  ///@}
  ~DiscreteGaussian() = default;

  ///@{
  /// The limits of sigma.
  static constexpr double kLeastSigma = 0x1p-16, kLargestSigma = 0x1p12;
  ///@}
  /// The largest magnitude of a center.
  static constexpr double kLargestCenter = 0x1p52;

  /// The distribution with these parameters, both taken as the exact values of the doubles. `sigma`
  /// is the sigma of the formula above, about the standard deviation; it is not multiplied by
  /// sqrt(2 pi). Throws invalid_argument unless sigma is from 2^-16 to 2^12 and center within
  /// +-2^52; infinities and NaN are neither. The table takes about 430 * sigma bytes, with vector
  /// kernels up to three times as much, at most 4 MB, and about 0.5 microseconds per entry.
  static DiscreteGaussian create(double sigma, double center = 0.0);

  /// The parameter sigma.
  [[nodiscard]] double sigma() const noexcept;
  /// The center.
  [[nodiscard]] double center() const noexcept;

  /// The least integer that can be drawn.
  [[nodiscard]] std::int64_t least() const noexcept;
  /// The greatest integer that can be drawn.
  [[nodiscard]] std::int64_t greatest() const noexcept;

  ///@{
  /// The upper and the lower words of the thresholds. Threshold j is 2^128 times the probability of
  /// all integers up to least() + j, rounded; there are greatest() - least() thresholds.
  [[nodiscard]] std::span<const std::uint64_t> high_words() const& noexcept;
  std::span<const std::uint64_t> high_words() const&& = delete;  // a temporary: give it a name
  [[nodiscard]] std::span<const std::uint64_t> low_words() const& noexcept;
  std::span<const std::uint64_t> low_words() const&& = delete;  // a temporary: give it a name
  ///@}

  /// Fills `out` with independent draws. Constant time. A draw takes 16 bytes of the stream as a
  /// number u, least significant byte first; the value is least() plus the number of thresholds
  /// that are at most u. The cost of a draw is proportional to sigma.
  void sample(std::span<std::int64_t> out, Generator& generator) const;

 private:
  struct Table;
  explicit DiscreteGaussian(std::shared_ptr<const Table> table) noexcept;

  std::shared_ptr<const Table> table_;
};

}  // namespace lath
