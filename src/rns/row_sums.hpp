// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/base/cpu.hpp"
#include "lath/rns/row_map.hpp"

namespace lath::detail {

/// The beginnings of rows of words: at given addresses, or `stride` words apart. Functions that are
/// not inlined take references: a copy on the stack waits for all stores before it.
template <class Word>
class RowStarts {
 public:
  /// Row i begins at addresses[i].
  constexpr explicit RowStarts(Word* const* addresses) noexcept : addresses_(addresses) {}
  /// Row i begins at first + i stride.
  constexpr RowStarts(Word* first, std::size_t stride) noexcept : first_(first), stride_(stride) {}

  Word* operator[](std::size_t i) const noexcept {
    return addresses_ != nullptr ? addresses_[i] : first_ + i * stride_;
  }

 private:
  Word* const* addresses_ = nullptr;
  Word* first_ = nullptr;
  std::size_t stride_ = 0;
};

/// The sums of a row map, block by block. A block holds the rows of y of up to block() coefficients
/// in a layout of the implementation. Constant time in the residues; the tables are public.
///
/// The y are defined so that every implementation has the same. Let f and the y be centered.
///
/// - q < 2^50: y = x f - round(x F) q, where F = fl(f/q), and x F is rounded only once, to the
///   nearest integer. So the quotient errs by at most 2^-53 q/2, and |y| <= (1/2 + 2^-54 q) q.
/// - other q: y is the residue of magnitude at most q/2.
/// - one source with fractions: y - round(y fl(1/q)) q, which is in [-q/2, q/2], with alpha = 0,
///   where y is x if f = 1.
/// - no fractions: the residue in [0, q).
///
/// alpha is round(2^-44 sum_i round(y_i F_i)) for F_i = fl(2^44/q_i) with an odd significand, each
/// product rounded only once, the last one with ties to even (the others have none); or
/// floor(2^-64 (sum_i floor(2^64 y_i/q_i) + offset)). The relative error of F is at most 3 2^-53,
/// and |y/q| <= 9/16, so that a fraction of 44 bits errs by at most 1/2 + 2^-8 units. A fraction of
/// 64 bits changes by exactly 2^64 if another representative is taken for y, so that the sums are
/// equal to the sums for y in [0, q).
class RowSums {
 public:
  using Source = RowMap::Source;
  using Target = RowMap::Target;
  using Fraction = RowMap::Fraction;
  /// The offset of alpha for fractions of 64 bits: 2^63 for `nearest`, and for `down` the number of
  /// sources, which makes up for their truncation. Fractions of 44 bits and a single source know
  /// only `nearest`.
  enum class Rounding { nearest, down };

  /// Chooses the fastest implementation for these moduli that needs only features of `isa`.
  static std::unique_ptr<const RowSums> create(Isa isa, std::span<const Source> sources,
                                               std::span<const Target> targets, Fraction fraction);

  RowSums() = default;
  RowSums(const RowSums&) = delete;
  RowSums& operator=(const RowSums&) = delete;
  virtual ~RowSums() = default;

  /// The sums of the first sources with other f for the first targets with other W, which share the
  /// factors of these sums: `targets` come without them. Takes at least two sources, and fractions
  /// of 44 bits; W must be 0 unless these sums take own rows.
  [[nodiscard]] virtual std::unique_ptr<const RowSums> prefix(
      std::span<const Source> sources, std::span<const Target> targets) const = 0;

  /// The number of coefficients of a block.
  [[nodiscard]] virtual std::size_t block() const noexcept = 0;
  /// The number of words of a block.
  [[nodiscard]] virtual std::size_t block_words() const noexcept = 0;
  /// Writes the block of the `count` <= block() coefficients from `first` on of the rows `in`.
  virtual void scale(std::uint64_t* y, const RowStarts<const std::uint64_t>& in, std::size_t first,
                     std::size_t count, Rounding rounding) const noexcept = 0;
  /// Writes the coefficients of a block in `targets` rows from j on: `count` words from `first` on
  /// in each row of `out`, of which `own` are at the same place. out and own begin with row j; own
  /// is not read if every W is zero.
  virtual void write(const RowStarts<std::uint64_t>& out, std::size_t j, std::size_t targets,
                     const std::uint64_t* y, const RowStarts<const std::uint64_t>& own,
                     std::size_t first, std::size_t count) const noexcept = 0;
  /// The number of coefficients of which, or of a multiple, write_doubles() writes row j; 0 if it
  /// does not.
  [[nodiscard]] virtual std::size_t doubles_unit(std::size_t /*j*/) const noexcept { return 0; }
  /// As write() for row j alone, but writes integers in (-p, p) in double precision. `out` and
  /// `own` begin with the first coefficient.
  virtual void write_doubles(std::uint64_t* /*out*/, std::size_t /*j*/, const std::uint64_t* /*y*/,
                             const std::uint64_t* /*own*/, std::size_t /*count*/) const noexcept {}
};

/// Row sums in double precision on AVX2 or AVX-512 for the moduli below 2^50; null if `isa` or this
/// build has neither, or if there is no such modulus.
std::unique_ptr<const RowSums> make_row_sums_f64(Isa isa, std::span<const RowSums::Source> sources,
                                                 std::span<const RowSums::Target> targets,
                                                 RowSums::Fraction fraction);
/// Row sums by the multiply-add of IFMA if `isa` has it, with an emulated one on AVX2; null if this
/// build has neither, or if a modulus is above 2^50, a target's even, or a sum too large.
std::unique_ptr<const RowSums> make_row_sums_i52(Isa isa, std::span<const RowSums::Source> sources,
                                                 std::span<const RowSums::Target> targets,
                                                 RowSums::Fraction fraction);

}  // namespace lath::detail
