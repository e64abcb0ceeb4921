// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/random/generator.hpp"

namespace lath {

/// The discrete Gaussian distribution over the integers: x with a probability proportional to
/// exp(-(x - center)^2 / (2 sigma^2)). A table of cumulative probabilities of 128 bits, made once;
/// immutable, cheap to copy and safe to share between threads.
///
/// Inversion of the cumulative table (Peikert, "An efficient and parallel Gaussian sampler for
/// lattices", CRYPTO 2010, section 1), with every entry read, so that the time tells nothing about
/// the value. The table is computed with integers of 512 bits, hence the same on every
/// machine; each entry is within 2^-129 + 2^-180 of the exact probability. Integers that all
/// together have less than 2^-127 of the probability are never drawn, those more than 13.4 sigma +
/// 1 from the center among them. The statistical distance to the exact distribution is below
/// 2^-110, and below 2^-120 for sigma up to 16.
class DiscreteGaussian {
 public:
  // No object is ever without a table: moving copies.
  DiscreteGaussian(const DiscreteGaussian&) noexcept = default;
  DiscreteGaussian& operator=(const DiscreteGaussian&) noexcept = default;
  ~DiscreteGaussian() = default;

  /// The limits of sigma.
  static constexpr double kLeastSigma = 0x1p-16, kLargestSigma = 0x1p12;
  /// The largest magnitude of a center.
  static constexpr double kLargestCenter = 0x1p52;

  /// The distribution of standard deviation about `sigma` (the parameter of the formula, not
  /// multiplied by sqrt(2 pi)) around `center`, both taken as the exact values of the doubles.
  /// Throws invalid_argument for sigma that is not from 2^-16 to 2^12 or center not within
  /// +-2^52, which includes infinities and what is not a number. The table takes about 430 * sigma
  /// bytes, with vectors up to three times as much, 4 MB at most, and about 0.5 microseconds per
  /// entry.
  static DiscreteGaussian create(double sigma, double center = 0.0);

  /// The parameters.
  [[nodiscard]] double sigma() const noexcept;
  [[nodiscard]] double center() const noexcept;

  /// The least and the greatest integer that can be drawn.
  [[nodiscard]] std::int64_t least() const noexcept;
  [[nodiscard]] std::int64_t greatest() const noexcept;

  /// The words of the thresholds: entry j is 2^128 times the probability of integers up to
  /// least() + j, rounded; there are greatest() - least() of them.
  [[nodiscard]] std::span<const std::uint64_t> high_words() const& noexcept;
  std::span<const std::uint64_t> high_words() const&& = delete;  // a temporary: give it a name
  [[nodiscard]] std::span<const std::uint64_t> low_words() const& noexcept;
  std::span<const std::uint64_t> low_words() const&& = delete;  // a temporary: give it a name

  /// Fills `out` with independent draws. Constant time. Each takes 16 bytes of the stream, least
  /// significant first: a number u, and the value is least() plus the number of thresholds that are
  /// at most u. The cost of a draw is proportional to sigma.
  void sample(std::span<std::int64_t> out, Generator& generator) const;

 private:
  struct Table;
  explicit DiscreteGaussian(std::shared_ptr<const Table> table) noexcept;

  std::shared_ptr<const Table> table_;
};

}  // namespace lath
