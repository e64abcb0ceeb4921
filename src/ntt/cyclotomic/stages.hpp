// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::detail {

/// Convolutions of at most so many words go side by side for several columns; the number of words
/// may be three times a power of two.
inline constexpr std::size_t kLongestColumn = 8192;
/// The most columns that sums over units of several primes take together, and the least: a line of
/// the cache.
inline constexpr std::size_t kUnitColumns = 32, kLeastUnitColumns = 8;

/// One step of a transform of a cyclotomic ring, forward: along one axis, of an odd prime power q =
/// p^e, sums of p - 1 or p words for each p-ary digit of places; of a short power of two, all
/// layers of the tree of x^n + 1, n = `behind`. AxisReference gives the equations.
///
/// The vector is an array [outside][before][rows][behind][inside]: `outside` and `inside` are the
/// other axes, `before` the digits of this axis that are exponents already, `behind` the digits
/// that are still coefficients.
struct Stage {
  std::uint64_t prime;  ///< p
  bool first;           ///< of its axis: p - 1 coefficients, not p
  bool last;            ///< of its axis: values leave it in the order of the slots
  std::size_t axis;     ///< which one of the index
  std::size_t outside, before, behind, inside;
  /// The places of the axes of 3 and 5 that stand before one of 17 and are summed together with it.
  std::size_t joined = 1;

  [[nodiscard]] std::size_t rows() const noexcept { return joined * (first ? prime - 1 : prime); }
  /// Whether this stage is a convolution over the units modulo 17 (with 3 and 5, if they are
  /// joined) of whole lines of the cache.
  [[nodiscard]] bool is_of_units() const noexcept {
    return prime == 17 && first && last && inside >= kLeastUnitColumns;
  }
  /// The places of the axis.
  [[nodiscard]] std::size_t degree() const noexcept { return before * rows() * behind; }
  [[nodiscard]] std::size_t columns() const noexcept { return outside * before * behind * inside; }
  /// Whether a column is a line of neighbours in memory, before and after.
  [[nodiscard]] bool is_of_lines() const noexcept {
    return first && last && inside == 1 && prime != 2;
  }
  /// Whether values leave the stage at places of other columns.
  [[nodiscard]] bool moves() const noexcept { return last && before > 1 && prime != 2; }
};

/// Whether the index has a power of two of fewer places than rows of a transform of their own need.
/// Stages take the power of two as the outermost axis, so that other axes have neighbours: the
/// words then stand in the order of the transposed matrix.
[[nodiscard]] bool has_short_power_of_two(const CyclotomicIndex& index, std::size_t least_rows);

/// g^0, g^1, ... modulo the prime, g its least generator.
[[nodiscard]] std::vector<std::uint32_t> powers_of_generator(std::uint64_t prime);

/// The stages of all axes but a power of two that is not short.
[[nodiscard]] std::vector<Stage> stages_of(const CyclotomicIndex& index, std::size_t least_rows);

/// Where the value of slot b of an axis of an odd prime power is computed: place (j_0 - 1) p^(e-1)
/// + the digits j_1, j_2, ... has the exponent j_0 + p j_1 + p^2 j_2 + ...
[[nodiscard]] std::vector<std::uint32_t> places_of_slots(const CyclotomicIndex::Axis& axis);

/// For each place of a stage's axis in the order [before][j][behind] where its value goes: to
/// itself, or to its slot after the last stage. j counts from 1 in the first stage, from 0 in
/// others.
[[nodiscard]] std::vector<std::uint32_t> destinations(const Stage& stage,
                                                      const CyclotomicIndex::Axis& axis);

/// The factor of the value at each place [before][j][behind] after a stage that is not the last of
/// its axis; `root` has the order q.
[[nodiscard]] std::vector<std::uint64_t> twiddles_of(const Stage& stage, const Modulus& modulus,
                                                     std::uint64_t root, std::uint64_t q);

}  // namespace lath::detail
