// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/modulus.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/he/noise_bound.hpp"
#include "lath/random/generator.hpp"

/// @file
/// Noise that hides other noise. For uniform E in [-2^b, 2^b) and any integer e, the statistical
/// distance of E and e + E is |e| / 2^(b+1) at most. Two vectors e and e' of n integers up to V are
/// hidden to a distance of n 2V / 2^(b+1) from each other, which is at most 2^-64 if
///
///     b  >=  64 + log2(n) + log2(V).
///
/// An error e of c0 + c1 s counts as in NoiseModel, (t/Q) e: its bound V is the bound of the noise
/// times Q/t, or times Q and the growth of coefficients in a division by t(x). In BGV, where
/// c0 + c1 s = f m + t e, V is half a unit more.
namespace lath::he {

/// Independent uniform integers from -2^bits to 2^bits - 1, one for each coefficient.
class FloodingNoise {
 public:
  /// Draws the integers: as two's complements of bits + 1 bits, in the topmost bits of as many
  /// words as these need. The lowest words of all integers come first. Throws the generator's
  /// errors.
  FloodingNoise(std::size_t degree, unsigned bits, Generator& generator);

  /// Writes the residues of the integers modulo the modulus of an arithmetic. `scratch` has as many
  /// words as `out`. Constant time.
  void residues(std::span<std::uint64_t> out, std::span<std::uint64_t> scratch, const Modulus& q,
                const VectorArithmetic<std::uint64_t>& arithmetic) const noexcept;

 private:
  /// The bits of some integers from this one up, where the mask has ones: 64 of them, or as many as
  /// there are and the sign.
  void write_digit(std::size_t bit, std::uint64_t mask, std::size_t first,
                   std::span<std::uint64_t> out) const noexcept;

  std::size_t degree_;
  unsigned unused_;  // the low bits of topmost words that do not count
  Buffer<std::uint64_t, Secret> words_;
};

/// The most bits of flooding noise with which decryption at a level is right, if other noise is
/// below 2^-17 of it. They may be negative.
[[nodiscard]] double largest_flooding(const NoiseModel& model, std::size_t level);
/// The most bits where the flooding noise is part of a noise bound that leaves so many bits of
/// budget.
[[nodiscard]] double largest_flooding(const NoiseModel& model, std::size_t level,
                                      unsigned budget_bits);

/// Throws invalid_argument unless so many bits of flooding hide a noise with this bound to a
/// distance of 2^-64, see above.
void require_flooding(const NoiseModel& model, std::size_t level, const NoiseBound& noise,
                      double bits, const char* what);

}  // namespace lath::he
