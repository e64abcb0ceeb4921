// SPDX-License-Identifier: Apache-2.0
//
// The transforms of cyclotomic rings in double precision: stage by stage, each over all columns,
// kLanes of them side by side. Between the stages values are integers of at most p/2 and a rounding
// in magnitude.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/cyclotomic/stages_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/cyclotomic/staged_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET & (HWY_AVX2 | HWY_AVX3 | HWY_NEON))

namespace hn = hwy::HWY_NAMESPACE;

#include "arith/pointwise/transpose.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/integer_doubles.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "arith/pointwise/f64_words.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/cyclotomic/f64_lines.inl"  // NOLINT(bugprone-suspicious-include)

constexpr std::size_t kLanes = F64Lines::kLanes;

#include "ntt/cyclotomic/stage_columns.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/cyclotomic/sums.inl"  // NOLINT(bugprone-suspicious-include)
//
#include "ntt/cyclotomic/column_convolution.inl"  // NOLINT(bugprone-suspicious-include)
#include "ntt/cyclotomic/few_products.inl"        // NOLINT(bugprone-suspicious-include)
#include "ntt/cyclotomic/pair_run.inl"            // NOLINT(bugprone-suspicious-include)
#include "ntt/cyclotomic/units.inl"               // NOLINT(bugprone-suspicious-include)

// One stage in one direction. The words of kLanes columns are read to where the sums take them, and
// written from where the sums leave them.
class StageRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;

 public:
  // Reads canonical words or doubles from `in`, writes them to `out`.
  StageRun(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept
      : p_(p), a_(p), c_(c), memory_(memory), prime_(c.stage.prime), x_(memory.scratch) {}

  template <bool kBackward>
  void run() const noexcept {
    if (c_.by == SumsBy::rows) return run_rows<kBackward>();
    if (c_.by == SumsBy::tree) return ShortTree(p_, c_, memory_).run<kBackward>();
    if (c_.by == SumsBy::units) {
      const IntegerKernels::Run integers =
          kBackward ? c_.integers.backward_units : c_.integers.forward_units;
      if (integers != nullptr) return integers(p_, c_, memory_);
      return run_units<F64Lines, kBackward>(p_, c_, memory_);
    }
    if (FewRun::serves(c_)) return FewRun(p_, c_, memory_).run<kBackward>();
    if (memory_.words_in) {
      memory_.words_out ? run_walk<kBackward, true, true>() : run_walk<kBackward, true, false>();
    } else {
      memory_.words_out ? run_walk<kBackward, false, true>() : run_walk<kBackward, false, false>();
    }
  }

 private:
  // Sums of products of halves take two blocks of columns together, whose operations overlap.
  template <bool kBackward, bool kIn, bool kOut>
  void run_walk() const noexcept {
    Columns columns[2];
    const bool pairs = c_.by == SumsBy::halves || c_.by == SumsBy::eleven;
    const std::size_t together = pairs ? 2 : 1;
    const bool lines = c_.stage.is_of_lines();
    for (ColumnWalk walk(c_.stage); !walk.done();) {
      std::size_t blocks = 0;
      for (; blocks < together && !walk.done(); ++blocks) walk.next(columns[blocks], lines);
      // A ring of one stage is small, and does without code of its own.
      if constexpr (!kIn || !kOut) {
        if (blocks == 2 && columns[0].are_together() && columns[1].are_together()) {
          run_pair<kBackward, kIn, kOut>(columns);
          continue;
        }
      }
      for (std::size_t i = 0; i < blocks; ++i) {
        read_block<kBackward, kIn>(columns[i], {x_ + i * kLanes, together * kLanes});
      }
      sums(blocks);
      for (std::size_t i = 0; i < blocks; ++i) {
        write_block<kBackward, kOut>(columns[i], {x_ + i * kLanes, together * kLanes});
      }
    }
  }

  template <bool kBackward, bool kIn, bool kOut>
  void run_pair(const Columns (&columns)[2]) const noexcept {
    if (c_.by == SumsBy::eleven) {
      PairRun<ElevenSums, kBackward, kIn, kOut>(a_, c_, memory_).run(columns);
    } else {
      PairRun<HalfSums, kBackward, kIn, kOut>(a_, c_, memory_).run(columns);
    }
  }

  // The place of the vectors of a block of columns for the sums: vector i at i strides.
  struct Block {
    double* x;
    std::size_t stride;
    double* at(std::size_t i) const noexcept { return x + i * stride; }
  };

  template <bool kBackward, bool kIn>
  void read_block(const Columns& columns, const Block& block) const noexcept {
    switch (columns.neighbours) {
      case Neighbours::of_inside:
        return read_columns<kBackward, kIn, Neighbours::of_inside>(columns, block);
      case Neighbours::of_behind:
        return read_columns<kBackward, kIn, Neighbours::of_behind>(columns, block);
      case Neighbours::apart:
        return read_columns<kBackward, kIn, Neighbours::apart>(columns, block);
      case Neighbours::lines:
        return read_lines<kBackward, kIn>(columns, block);
    }
  }
  template <bool kBackward, bool kOut>
  void write_block(const Columns& columns, const Block& block) const noexcept {
    switch (columns.neighbours) {
      case Neighbours::of_inside:
        return write_columns<kBackward, kOut, Neighbours::of_inside>(columns, block);
      case Neighbours::of_behind:
        return write_columns<kBackward, kOut, Neighbours::of_behind>(columns, block);
      case Neighbours::apart:
        return write_columns<kBackward, kOut, Neighbours::apart>(columns, block);
      case Neighbours::lines:
        return write_lines<kBackward, kOut>(columns, block);
    }
  }

  // Forward, the first stage goes from the coefficients of 1, w, ..., w^(p-2) to the values at w,
  // ..., w^(p-1), others from p words to p. Backward, w^(p-1) has the coefficient 0 in the first
  // stage: the value that the sums leave there is subtracted from all. x_0 and the sum of all words
  // wait behind the other words; in a stage without x_0 it is 0.
  template <bool kBackward, bool kIn, Neighbours kNeighbours>
  [[gnu::noinline, gnu::flatten]] void read_columns(const Columns& columns,
                                                    const Block& block) const noexcept {
    const F64Lines a = a_;
    const auto words = words_of<kNeighbours>(columns, kBackward);
    const bool first = c_.stage.first;
    const std::size_t rows = c_.stage.rows(), less = kBackward && first ? 1 : 0;
    const std::uint32_t* places = c_.places_in.data();
    const double* twiddles = kBackward ? c_.twiddles.data() : nullptr;
    const auto read = [&](std::size_t row) {
      V v = words.template read<kIn>(a, memory_.in, row);
      if (twiddles != nullptr) {
        v = a.product(v, twiddle<kNeighbours>(a, columns, twiddles, row * c_.stage.behind));
      }
      a.store(v, block.at(places[row + less]));
      return v;
    };
    if (!kBackward && first) {
      for (std::size_t row = 0; row < rows; ++row) read(row);
      return finish_reading<kBackward>(a, block, a.load(block.at(places[0])));
    }
    V total = a.zero(), part = total;
    for (std::size_t row = 0; row < rows; ++row) {
      part = a.add(part, read(row));
      if (row % 4 == 3) {
        total = a.partial_reduce(a.add(total, part));
        part = a.zero();
      }
    }
    finish_reading<kBackward>(a, block, a.add(total, part));
  }
  template <bool kBackward>
  void finish_reading(const F64Lines& a, const Block& block, V total) const noexcept {
    const std::uint32_t* places = c_.places_in.data();
    if (c_.stage.first && kBackward) a.store(a.zero(), block.at(places[0]));
    if (c_.stage.first && !kBackward) a.store(a.zero(), block.at(places[prime_ - 1]));
    a.store(total, block.at(places[0] + 1));
  }

  template <bool kBackward, bool kOut, Neighbours kNeighbours>
  [[gnu::noinline, gnu::flatten]] void write_columns(const Columns& columns,
                                                     const Block& block) const noexcept {
    const F64Lines a = a_;
    const auto words = words_of<kNeighbours>(columns, !kBackward);
    const std::size_t rows = c_.stage.rows(), less = !kBackward && c_.stage.first ? 1 : 0;
    const std::uint32_t* places = c_.places_out.data();
    const double* twiddles = kBackward ? nullptr : c_.twiddles.data();
    const auto [row_0, common] = finish_sums<kBackward>(a, block);
    for (std::size_t row = 0; row < rows; ++row) {
      const bool is_row_0 = row == 0 && less == 0;
      const V v = is_row_0 ? row_0 : a.add(a.load(block.at(places[row + less])), common);
      V reduced = a.partial_reduce(v);
      if (twiddles != nullptr) {
        reduced =
            a.product(reduced, twiddle<kNeighbours>(a, columns, twiddles, row * c_.stage.behind));
      }
      words.template write<kOut>(a, reduced, memory_.out, row, columns.count);
    }
  }
  // The value of row 0, and the summand of the sums in all other rows: at most p/2, since sums may
  // be as large as 7.5 p.
  template <bool kBackward>
  std::pair<V, V> finish_sums(const F64Lines& a, const Block& block) const noexcept {
    const std::size_t behind = c_.places_out[0];
    const V x0 = a.partial_reduce(a.load(block.at(behind)));
    const V total = a.load(block.at(behind + 1));
    if constexpr (!kBackward) return {a.partial_reduce(total), x0};
    const V scale = a.set(c_.scale), mean = a.product(a.partial_reduce(total), scale);
    if (!c_.stage.first) return {mean, a.product(x0, scale)};
    const V last = a.partial_reduce(a.load(block.at(c_.places_out[prime_ - 1])));
    return {a.subtract(mean, last), a.subtract(a.zero(), last)};
  }

  template <Neighbours kNeighbours>
  ColumnWords<kNeighbours> words_of(const Columns& columns, bool values) const noexcept {
    static constexpr std::size_t kNoSteps[kLanes] = {};
    if (!values) return {columns.first, c_.coefficients.data(), kNoSteps};
    const bool moves = c_.stage.moves();
    return {moves ? columns.axis : columns.first, c_.values.data(),
            moves ? columns.place : kNoSteps};
  }

  // Reads columns that are lines of memory: whole vectors of kLanes columns, transposed.
  template <bool kBackward, bool kIn>
  [[gnu::noinline, gnu::flatten]] void read_lines(const Columns& columns,
                                                  const Block& block) const noexcept {
    const F64Lines a = a_;
    const std::uint32_t* places = kBackward ? c_.line_places.data() : c_.places_in.data();
    const std::size_t rows = prime_ - 1;
    V total = a.zero();
    std::size_t row = 0;
    for (; row + kLanes <= rows; row += kLanes) {
      V v[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) {
        const Word* x = memory_.in + columns.first[l] + row;
        v[l] = kIn ? a.import_words(x) : a.load(reinterpret_cast<const double*>(x));
      }
      transpose_lanes(v);
      for (std::size_t k = 0; k < kLanes; ++k) a.store(v[k], block.at(places[row + k]));
      if constexpr (kBackward) {
        if constexpr (kLanes == 2) {
          total = a.partial_reduce(a.add(total, a.add(v[0], v[1])));
        } else {
          for (std::size_t k = 0; k < kLanes; k += 4) {
            const V four = a.add(a.add(v[k], v[k + 1]), a.add(v[k + 2], v[k + 3]));
            total = a.partial_reduce(a.add(total, four));
          }
        }
      }
    }
    for (; row < rows; ++row) {
      Word lanes[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) lanes[l] = memory_.in[columns.first[l] + row];
      const V v = kIn ? a.words_to_values(lanes) : a.from_lanes(lanes);
      a.store(v, block.at(places[row]));
      if constexpr (kBackward) total = a.partial_reduce(a.add(total, v));
    }
    finish_reading<kBackward>(a, block, total);
  }
  template <bool kBackward, bool kOut>
  [[gnu::noinline, gnu::flatten]] void write_lines(const Columns& columns,
                                                   const Block& block) const noexcept {
    const F64Lines a = a_;
    const auto store = [&a](V v, Word* x) {
      kOut ? a.export_words(v, x) : a.store(v, reinterpret_cast<double*>(x));
    };
    const std::uint32_t* places = kBackward ? c_.places_out.data() : c_.line_places.data();
    const auto [row_0, common] = finish_sums<kBackward>(a, block);
    if constexpr (kBackward) a.store(a.subtract(row_0, common), block.at(places[0]));
    const std::size_t rows = prime_ - 1;
    std::size_t row = 0;
    for (; row + kLanes <= rows; row += kLanes) {
      V v[kLanes];
      for (std::size_t k = 0; k < kLanes; ++k) {
        v[k] = a.partial_reduce(a.add(a.load(block.at(places[row + k])), common));
      }
      transpose_lanes(v);
      for (std::size_t l = 0; l < kLanes; ++l) store(v[l], memory_.out + columns.first[l] + row);
    }
    for (; row < rows; ++row) {
      alignas(64) Word lanes[kLanes];
      store(a.partial_reduce(a.add(a.load(block.at(places[row])), common)), lanes);
      for (std::size_t l = 0; l < kLanes; ++l) memory_.out[columns.first[l] + row] = lanes[l];
    }
  }

  void sums(std::size_t blocks) const noexcept {
    if (c_.by == SumsBy::few_products) few_sums(a_, c_, x_);
    if (c_.by == SumsBy::columns && c_.integers.columns != nullptr) {
      c_.integers.columns(p_, c_, x_);
    } else if (c_.by == SumsBy::columns) {
      ColumnConvolution(a_, c_).apply(x_, prime_ - 1);
    }
    if (c_.by != SumsBy::halves && c_.by != SumsBy::eleven) return;
    double* work = x_ + 2 * kLanes * (prime_ + 1);
    if (blocks == 1) {
      for (std::size_t i = 0; i <= prime_; ++i) std::fill_n(x_ + (2 * i + 1) * kLanes, kLanes, 0.0);
    }
    if (c_.by == SumsBy::eleven) return ElevenSums(a_, c_, work).apply(x_);
    HalfSums(a_, c_, work).apply(x_);
  }

  template <bool kBackward>
  void run_rows() const noexcept;

  const Modulus& p_;
  F64Lines a_;
  const StageConstants& c_;
  StageMemory memory_;
  std::size_t prime_;
  double* x_;
};

#include "ntt/cyclotomic/rows.inl"  // NOLINT(bugprone-suspicious-include)

template <bool kBackward>
void run_stage(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept {
  StageRun(p, c, memory).run<kBackward>();
}

constexpr StageKernels kStageKernels{run_stage<false>, run_stage<true>, kLanes};

#endif  // HWY_NATIVE_FMA && ...
}  // namespace lath::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lath::detail {

StageKernels stage_kernels(Isa isa) {
  LATH_RETURN_ON_AVX512(isa, kStageKernels);
  LATH_RETURN_ON_AVX2_OR_NEON(isa, kStageKernels);
  return {};
}

}  // namespace lath::detail
#endif  // HWY_ONCE
