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

// One stage in one direction.
class StageRun {
  using V = F64Lines::Vector;
  using Word = std::uint64_t;

 public:
  // Reads canonical words or doubles from `in`, writes them to `out`.
  StageRun(const Modulus& p, const F64Lines& a, const StageConstants& c,
           const StageMemory& memory) noexcept
      : p_(p), a_(a), c_(c), memory_(memory), prime_(c.stage.prime), x_(memory.scratch) {}

  template <bool kBackward>
  void run() const noexcept {
    if (c_.by == SumsBy::rows) return run_rows<kBackward>();
    for (ColumnWalk walk(c_.stage); !walk.done();) {
      const Columns columns = walk.next();
      switch (columns.neighbours) {
        case Neighbours::of_inside:
          run_columns<kBackward, Neighbours::of_inside>(columns);
          break;
        case Neighbours::of_behind:
          run_columns<kBackward, Neighbours::of_behind>(columns);
          break;
        case Neighbours::apart:
          run_columns<kBackward, Neighbours::apart>(columns);
          break;
      }
    }
  }

 private:
  template <bool kBackward, Neighbours kNeighbours>
  void run_columns(const Columns& columns) const noexcept {
    const ColumnMemory<kNeighbours> memory(a_, c_, columns);
    if constexpr (kBackward) {
      c_.stage.first ? first_backward(memory) : other_backward(memory);
    } else {
      c_.stage.first ? first_forward(memory) : other_forward(memory);
    }
  }

  // From the coefficients of 1, w, ..., w^(p-2) to values at w, ..., w^(p-1).
  template <class Memory>
  void first_forward(const Memory& memory) const noexcept {
    const V c0 = read_coefficient(memory, 0);
    for (std::size_t i = 1; i + 1 < prime_; ++i) put(i, read_coefficient(memory, i));
    if (prime_ == 2) return write_value(memory, 0, c0);
    put(prime_ - 1, a_.zero());
    sums();
    for (std::size_t j = 1; j < prime_; ++j) write_value(memory, j - 1, a_.add(c0, get(j)));
  }
  // w^(p-1) has the coefficient 0: what the sums leave there is taken from all others.
  template <class Memory>
  void first_backward(const Memory& memory) const noexcept {
    if (prime_ == 2) return write_coefficient(memory, 0, read_value(memory, 0));
    const V total = read_values(memory, 1);
    sums();
    const V last = get(prime_ - 1);
    write_coefficient(memory, 0, a_.subtract(a_.product(total, a_.set(c_.scale)), last));
    for (std::size_t i = 1; i + 1 < prime_; ++i) {
      write_coefficient(memory, i, a_.subtract(get(i), last));
    }
  }
  template <class Memory>
  void other_forward(const Memory& memory) const noexcept {
    const V x0 = read_coefficient(memory, 0);
    V total = x0;
    for (std::size_t i = 1; i < prime_; ++i) {
      const V x = read_coefficient(memory, i);
      total = sum(total, x, i);
      put(i, x);
    }
    sums();
    write_value(memory, 0, total);
    for (std::size_t j = 1; j < prime_; ++j) write_value(memory, j, a_.add(x0, get(j)));
  }
  template <class Memory>
  void other_backward(const Memory& memory) const noexcept {
    const V scale = a_.set(c_.scale);
    const V x0 = read_value(memory, 0);
    const V total = a_.add(x0, read_values(memory, 0));
    const V scaled = a_.product(x0, scale);
    sums();
    write_coefficient(memory, 0, a_.product(total, scale));
    for (std::size_t i = 1; i < prime_; ++i) {
      write_coefficient(memory, i, a_.add(scaled, get(i)));
    }
  }
  // X_1, ..., X_(p-1) to the sums' places; their sum. X_1 is row 1, or 0 in the first stage.
  template <class Memory>
  V read_values(const Memory& memory, std::size_t less) const noexcept {
    V total = a_.zero();
    for (std::size_t j = 1; j < prime_; ++j) {
      const V x = read_value(memory, j - less);
      total = sum(total, x, j);
      put(j, x);
    }
    return a_.partial_reduce(total);
  }

  void sums() const noexcept {
    double* work = x_ + kLanes * (prime_ - 1);
    if (c_.by == SumsBy::few_products) FewProducts(a_, c_).apply(x_);
    if (c_.by == SumsBy::halves) HalfSums(a_, c_).apply(x_, work);
    if (c_.by == SumsBy::columns) ColumnConvolution(a_, c_).apply(x_, prime_ - 1);
  }
  // Sums of values of at most p, reduced after every six.
  V sum(V total, V x, std::size_t number) const noexcept {
    const V s = a_.add(total, x);
    return number % 6 == 0 ? a_.partial_reduce(s) : s;
  }
  void put(std::size_t i, V v) const noexcept { a_.store(v, x_ + c_.places_in[i] * kLanes); }
  V get(std::size_t j) const noexcept { return a_.load(x_ + c_.places_out[j] * kLanes); }

  template <class Memory>
  V read_coefficient(const Memory& m, std::size_t j) const noexcept {
    return m.template read<false>(memory_.in, memory_.words_in, j);
  }
  template <class Memory>
  void write_value(const Memory& m, std::size_t j, V v) const noexcept {
    const bool twiddles = c_.twiddles.size() != 0;
    const V reduced =
        twiddles ? a_.product(v, m.twiddle(c_.twiddles.data(), j)) : a_.partial_reduce(v);
    m.template write<true>(memory_.out, memory_.words_out, j, reduced);
  }
  template <class Memory>
  V read_value(const Memory& m, std::size_t j) const noexcept {
    const V v = m.template read<true>(memory_.in, memory_.words_in, j);
    const bool twiddles = c_.twiddles.size() != 0;
    return twiddles ? a_.product(v, m.twiddle(c_.twiddles.data(), j)) : v;
  }
  template <class Memory>
  void write_coefficient(const Memory& m, std::size_t j, V v) const noexcept {
    m.template write<false>(memory_.out, memory_.words_out, j, a_.partial_reduce(v));
  }

  template <bool kBackward>
  void run_rows() const noexcept;

  const Modulus& p_;
  const F64Lines& a_;
  const StageConstants& c_;
  const StageMemory& memory_;
  std::size_t prime_;
  double* x_;
};

#include "ntt/cyclotomic/rows.inl"  // NOLINT(bugprone-suspicious-include)

template <bool kBackward>
void run_stage(const Modulus& p, const StageConstants& c, const StageMemory& memory) noexcept {
  const F64Lines a(p);
  StageRun(p, a, c, memory).run<kBackward>();
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
