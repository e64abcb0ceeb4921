// SPDX-License-Identifier: Apache-2.0
//
// The transforms of cyclotomic rings in double precision: stage by stage, each over all columns,
// kLanes of them side by side. Between the stages values are integers of at most p/2 and a rounding
// in magnitude.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ntt/cyclotomic/f64_simd.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#include "base/targets.inl"
#include "ntt/cyclotomic/f64_transform.hpp"

HWY_BEFORE_NAMESPACE();
namespace lath::detail::HWY_NAMESPACE {
#if HWY_NATIVE_FMA && (HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3)

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
#include "ntt/cyclotomic/sums.inl"           // NOLINT(bugprone-suspicious-include)
//
#include "ntt/cyclotomic/few_products.inl"  // NOLINT(bugprone-suspicious-include)

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
    if (FewRun::serves(c_)) return FewRun(p_, c_, memory_).run<kBackward>();
    if (memory_.words_in) {
      memory_.words_out ? run_walk<kBackward, true, true>() : run_walk<kBackward, true, false>();
    } else {
      memory_.words_out ? run_walk<kBackward, false, true>() : run_walk<kBackward, false, false>();
    }
  }

 private:
  template <bool kBackward, bool kIn, bool kOut>
  void run_walk() const noexcept {
    Columns columns;
    const bool lines = c_.stage.is_of_lines();
    for (ColumnWalk walk(c_.stage); !walk.done();) {
      if (lines && walk.left() >= kLanes) {
        walk.next_apart(columns);
        run_lines<kBackward, kIn, kOut>(columns);
        continue;
      }
      switch (walk.neighbours()) {
        case Neighbours::of_inside:
          walk.next_together(columns);
          run_columns<kBackward, kIn, kOut, Neighbours::of_inside>(columns);
          break;
        case Neighbours::of_behind:
          walk.next_together(columns);
          run_columns<kBackward, kIn, kOut, Neighbours::of_behind>(columns);
          break;
        case Neighbours::apart:
          walk.next_apart(columns);
          run_columns<kBackward, kIn, kOut, Neighbours::apart>(columns);
          break;
      }
    }
  }

  template <bool kBackward, bool kIn, bool kOut, Neighbours kNeighbours>
  void run_columns(const Columns& columns) const noexcept {
    static constexpr std::size_t kNoSteps[kLanes] = {};
    const bool moves = c_.stage.moves();
    const ColumnWords<kNeighbours> coefficients(columns.first, c_.coefficients.data(), kNoSteps);
    const ColumnWords<kNeighbours> values(moves ? columns.axis : columns.first, c_.values.data(),
                                          moves ? columns.place : kNoSteps);
    if constexpr (kBackward) {
      backward<kIn, kOut>(columns, values, coefficients);
    } else {
      forward<kIn, kOut>(columns, coefficients, values);
    }
  }

  // First stage: from the coefficients of 1, w, ..., w^(p-2) to values at w, ..., w^(p-1).
  template <bool kIn, bool kOut, Neighbours kNeighbours>
  void forward(const Columns& columns, const ColumnWords<kNeighbours>& from,
               const ColumnWords<kNeighbours>& to) const noexcept {
    const F64Lines a = a_;
    const bool first = c_.stage.first;
    const std::size_t rows = c_.stage.rows();
    const V x0 = from.template read<kIn>(a, memory_.in, 0);
    V total = x0;
    for (std::size_t i = 1; i < rows; ++i) {
      const V x = from.template read<kIn>(a, memory_.in, i);
      put(a, i, x);
      if (!first) total = sum(a, total, x, i);
    }
    if (first && prime_ != 2) put(a, prime_ - 1, a.zero());
    if (rows > 1) sums();
    const double* twiddles = c_.twiddles.data();
    const std::size_t less = first ? 1 : 0;
    if (less == 0 || prime_ == 2) leave<kOut>(a, columns, to, twiddles, 0, total);
    for (std::size_t j = 1; j < prime_ && rows > 1; ++j) {
      leave<kOut>(a, columns, to, twiddles, j - less, a.add(x0, get(a, j)));
    }
  }
  template <bool kOut, Neighbours kNeighbours>
  void leave(const F64Lines& a, const Columns& columns, const ColumnWords<kNeighbours>& to,
             const double* twiddles, std::size_t j, V v) const noexcept {
    const V reduced = twiddles == nullptr
                          ? a.partial_reduce(v)
                          : a.product(v, twiddle<kNeighbours>(a, columns, twiddles,
                                                              j * c_.stage.behind));
    to.template write<kOut>(a, reduced, memory_.out, j, columns.count);
  }

  // In the first stage w^(p-1) has the coefficient 0: what the sums leave there is taken from all.
  template <bool kIn, bool kOut, Neighbours kNeighbours>
  void backward(const Columns& columns, const ColumnWords<kNeighbours>& from,
                const ColumnWords<kNeighbours>& to) const noexcept {
    const F64Lines a = a_;
    const bool first = c_.stage.first;
    const std::size_t rows = c_.stage.rows(), less = first ? 1 : 0;
    const double* twiddles = c_.twiddles.data();
    const auto read = [&](std::size_t row) {
      const V v = from.template read<kIn>(a, memory_.in, row);
      if (twiddles == nullptr) return v;
      return a.product(v, twiddle<kNeighbours>(a, columns, twiddles, row * c_.stage.behind));
    };
    const auto write = [&](std::size_t row, V v) {
      to.template write<kOut>(a, a.partial_reduce(v), memory_.out, row, columns.count);
    };
    if (rows == 1) return write(0, read(0));
    const V x0 = first ? a.zero() : read(0);
    V total = x0;
    for (std::size_t j = 1; j < prime_; ++j) {
      const V x = read(j - less);
      total = sum(a, total, x, j);
      put(a, j, x);
    }
    sums();
    const V scale = a.set(c_.scale);
    const V common = first ? a.subtract(a.zero(), get(a, prime_ - 1)) : a.product(x0, scale);
    const V mean = a.product(a.partial_reduce(total), scale);
    write(0, first ? a.add(mean, common) : mean);
    for (std::size_t i = 1; i < rows; ++i) write(i, a.add(get(a, i), common));
  }

  // The same for columns that are lines of memory: whole vectors of kLanes of them, transposed.
  template <bool kBackward, bool kIn, bool kOut>
  void run_lines(const Columns& columns) const noexcept {
    const F64Lines a = a_;
    if constexpr (kBackward) {
      V total = a.zero();
      const std::uint32_t* places = c_.line_places.data();
      read_lines<kIn>(a, columns, [&](std::size_t row, V v) {
        a.store(v, x_ + places[row] * kLanes);
        total = sum(a, total, v, row);
      });
      sums();
      const V last = get(a, prime_ - 1);
      const V mean = a.product(a.partial_reduce(total), a.set(c_.scale));
      write_lines<kOut>(a, columns, [&](std::size_t row) {
        return a.subtract(row == 0 ? mean : get(a, row), last);
      });
    } else {
      read_lines<kIn>(a, columns, [&](std::size_t row, V v) { put(a, row, v); });
      put(a, prime_ - 1, a.zero());
      const V x0 = a.load(x_ + c_.places_in[0] * kLanes);
      sums();
      const std::uint32_t* places = c_.line_places.data();
      write_lines<kOut>(a, columns, [&](std::size_t row) {
        return a.add(x0, a.load(x_ + places[row] * kLanes));
      });
    }
  }
  template <bool kIn, class Put>
  void read_lines(const F64Lines& a, const Columns& columns, const Put& put_row) const noexcept {
    const std::size_t rows = prime_ - 1;
    std::size_t row = 0;
    for (; row + kLanes <= rows; row += kLanes) {
      V v[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) {
        const Word* x = memory_.in + columns.first[l] + row;
        v[l] = kIn ? a.import_words(x) : a.load(reinterpret_cast<const double*>(x));
      }
      transpose_lanes(v);
      for (std::size_t k = 0; k < kLanes; ++k) put_row(row + k, v[k]);
    }
    for (; row < rows; ++row) {
      Word lanes[kLanes];
      for (std::size_t l = 0; l < kLanes; ++l) lanes[l] = memory_.in[columns.first[l] + row];
      put_row(row, kIn ? a.words_to_values(lanes) : a.from_lanes(lanes));
    }
  }
  template <bool kOut, class Get>
  void write_lines(const F64Lines& a, const Columns& columns, const Get& get_row) const noexcept {
    const std::size_t rows = prime_ - 1;
    const auto store = [&a](V v, Word* x) {
      kOut ? a.export_words(v, x) : a.store(v, reinterpret_cast<double*>(x));
    };
    std::size_t row = 0;
    for (; row + kLanes <= rows; row += kLanes) {
      V v[kLanes];
      for (std::size_t k = 0; k < kLanes; ++k) v[k] = a.partial_reduce(get_row(row + k));
      transpose_lanes(v);
      for (std::size_t l = 0; l < kLanes; ++l) store(v[l], memory_.out + columns.first[l] + row);
    }
    for (; row < rows; ++row) {
      alignas(64) Word lanes[kLanes];
      store(a.partial_reduce(get_row(row)), lanes);
      for (std::size_t l = 0; l < kLanes; ++l) memory_.out[columns.first[l] + row] = lanes[l];
    }
  }

  void sums() const noexcept {
    double* work = x_ + kLanes * prime_;
    if (c_.by == SumsBy::few_products) FewProducts(a_, c_).apply(x_);
    if (c_.by == SumsBy::halves) HalfSums(a_, c_).apply(x_, work);
    if (c_.by == SumsBy::columns) ColumnConvolution(a_, c_).apply(x_, prime_ - 1);
  }
  // Sums of values of at most p, reduced after every six.
  static V sum(const F64Lines& a, V total, V x, std::size_t number) noexcept {
    const V s = a.add(total, x);
    return number % 6 == 0 ? a.partial_reduce(s) : s;
  }
  void put(const F64Lines& a, std::size_t i, V v) const noexcept {
    a.store(v, x_ + c_.places_in[i] * kLanes);
  }
  V get(const F64Lines& a, std::size_t j) const noexcept {
    return a.load(x_ + c_.places_out[j] * kLanes);
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
  LATH_RETURN_ON_AVX2(isa, kStageKernels);
  return {};
}

}  // namespace lath::detail
#endif  // HWY_ONCE
