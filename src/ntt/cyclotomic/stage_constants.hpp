// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "ntt/cyclotomic/stages.hpp"

namespace lath::detail {

/// The methods for the sums of a prime, S_j = sum_i x_i w^(i j) for 1 <= i, j < p.
enum class SumsBy {
  tree,          ///< p = 2: the tree of a short power of two
  few_products,  ///< p = 3 or 5: whole products
  eleven,        ///< p = 11: 22 whole products
  halves,        ///< sums of products of halves of words, see sums.inl
  columns,       ///< a convolution of several columns side by side
  rows,          ///< a convolution of one column after the other
  units,         ///< a convolution over the units modulo several primes
};

/// Where a stage reads and writes: canonical words at the ends of a transform, doubles between.
/// `in` may be `out` unless the stage moves values to other columns.
struct StageMemory {
  const std::uint64_t* in;
  bool words_in;
  std::uint64_t* out;
  bool words_out;
  double* scratch;  ///< stage_scratch() doubles
};

struct StageConstants;
/// Convolutions by integers and 52-bit multiply-adds: of a block of columns, and whole stages of
/// units. Null where the arithmetic of the other stages, double precision, does them.
struct IntegerKernels {
  using Run = void (*)(const Modulus&, const StageConstants&, const StageMemory&) noexcept;
  void (*columns)(const Modulus&, const StageConstants&, double* x) noexcept = nullptr;
  Run forward_units = nullptr, backward_units = nullptr;
};
[[nodiscard]] IntegerKernels integer_kernels(Isa isa);

/// The constants that a stage reads in one direction, as integers in double precision of at most
/// p/2 in magnitude, for the modulus p of the ring.
struct StageConstants {
  Stage stage{};
  SumsBy by{};
  std::size_t length = 1;  ///< of the convolution
  /// The place of x_i among the operands of the sums, and of S_j among the results: index i or j.
  /// Index 0: the place where x_0 waits, behind both.
  std::vector<std::uint32_t> places_in, places_out;
  /// The places of S_j forward and of x_j backward in the order in which values stand in memory,
  /// for stages whose columns are whole lines of it; else empty.
  std::vector<std::uint32_t> line_places;
  /// The places of a column's coefficients, from its first coefficient on.
  std::vector<std::size_t> coefficients;
  /// The places of a column's values, from its first coefficient on; if the values move, from the
  /// first word of its axis on, for each place of the axis.
  std::vector<std::size_t> values;
  Buffer<double> twiddles;  ///< see twiddles_of(); empty after the last stage of an axis
  /// tree: the root of each node, or 1/root backward. few_products: cosines and sines. eleven: the
  /// constants of a correlation of cosines, and of one of sines. halves: for each two j, and a last
  /// one if their number is odd, for each i and each of the two the halves of (w^ij + w^-ij) / 2
  /// and their sum; then the halves of (w^ij - w^-ij) / 2 and their sum. columns: the roots of the
  /// nodes of one or three trees, 1/root of each, three factors for each two words, and a root of
  /// order 3. All are multiplied by 1/p' backward, p' the stage's prime. units: the roots z^0, z^4,
  /// z^2, z^6 of four leaves, 1/root of each, and three factors for each two words.
  Buffer<double> factors;
  IntegerKernels integers;
  /// With such kernels: two digits for each factor w, floor(w 2^104 / p) in 52 bits each.
  Buffer<std::uint64_t> fractions;
  double scale = 1;  ///< 1/p' backward
  /// Whether the stage before this one may leave values of up to 4 p in magnitude, and whether this
  /// stage may, since the next stage takes such values.
  bool takes_any = false, leaves_any = false;
  std::vector<NttPlan<std::uint64_t>> trees;  ///< rows: one transform, or three of a third each
  double third_root = 1;                      ///< rows with three trees: a root of order 3
  std::vector<std::uint64_t> kernel;          ///< rows: transformed by the trees
  std::vector<std::uint32_t> powers;          ///< rows: of the generator modulo p'
};

/// The constants of a stage, for a modulus that is 1 modulo the lengths of all convolutions; `root`
/// is the root of unity of its axis. Backward, roots are inverse.
[[nodiscard]] StageConstants stage_constants(const Stage& stage, const CyclotomicIndex::Axis& axis,
                                             const Modulus& modulus, std::uint64_t root,
                                             Kernel kernel, bool backward);

/// The constants of a stage of units, see units.inl. `axes` and `roots` belong to the index.
[[nodiscard]] StageConstants unit_constants(const Stage& stage,
                                            std::span<const CyclotomicIndex::Axis> axes,
                                            const Modulus& modulus,
                                            std::span<const std::uint64_t> roots, Kernel kernel,
                                            bool backward);

/// Gives a stage of convolutions the kernels of integers that belong to `kernel`, if any.
void take_integers(StageConstants& c, const Modulus& modulus, Kernel kernel);

/// x as an integer of at most p/2 in magnitude.
[[nodiscard]] double centered(const Modulus& p, std::uint64_t x);

/// The factors of a product by k0 + k1 x modulo x^2 - r, see product_of_two().
[[nodiscard]] std::array<std::uint64_t, 3> factors_of_two(const Modulus& p, std::uint64_t k0,
                                                          std::uint64_t k1, std::uint64_t r);

/// The bits of the lower half of a word in sums of products of halves.
[[nodiscard]] constexpr int half_bits(std::uint64_t p) noexcept { return bit_length(p) / 2; }

}  // namespace lath::detail
