// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

/// Sums and differences of vectors, whose result may replace an operand: VectorArithmetic<Word>
/// modulo any number, WrappingArithmetic modulo a power of two, or arithmetic of one's own on words
/// of any type, where Word{} is zero.
template <class A, class Word>
concept BlockArithmetic =
    requires(const A& arithmetic, Word* out, const Word* a, const Word* b, std::size_t count) {
      arithmetic.add(out, a, b, count);
      arithmetic.subtract(out, a, b, count);
    };

/// Sums and differences modulo 2^bits, for unsigned words of so many bits. Modulo a lower power of
/// two, mask the words at the end.
struct WrappingArithmetic {
  ///@{
  /// a + b and a - b, word by word.
  template <std::unsigned_integral Word>
  void add(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Word>(a[i] + b[i]);
  }
  template <std::unsigned_integral Word>
  void subtract(Word* out, const Word* a, const Word* b, std::size_t count) const noexcept {
    for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<Word>(a[i] - b[i]);
  }
  ///@}
};

/// The reduction of polynomials modulo the cyclotomic polynomial Phi_m by additions and
/// subtractions of blocks of m / rad(m) words and more, for products that never were in evaluation
/// form: modulo numbers without roots of unity, such as powers of two, or by Karatsuba's method.
/// Coefficients belong to the power basis 1, x, x^2, ... Immutable, cheap to copy, safe to share
/// between threads.
///
/// With A = B Phi_m + R, the upper words of A determine B, and the words of B Phi_m then R (V.
/// Migliore et al., ACM TECS 16, 2017, equations (7) to (10), who subtract a block for each term of
/// Phi_m). Here Phi_m is a quotient of products of binomials 1 - x^d or 1 + x^d: one pass over the
/// words for each binomial of low degree, instead of one for each term, exact for every m.
class SparseReduction {
 public:
  ///@{
  /// Copies share the binomials. A moved-from object keeps its binomials.
  SparseReduction(const SparseReduction&) noexcept = default;
  SparseReduction& operator=(const SparseReduction&) noexcept = default;
  ///@}
  ~SparseReduction() = default;

  /// The reduction modulo Phi_m, for m from 2 to 2^32. Throws invalid_argument for others.
  static SparseReduction create(std::uint64_t m);

  /// m.
  [[nodiscard]] std::uint64_t index() const noexcept { return state_->index; }
  /// phi(m), the number of words of a remainder.
  [[nodiscard]] std::size_t degree() const noexcept { return state_->degree; }
  /// m / rad(m): Phi_m is a polynomial in x^block().
  [[nodiscard]] std::size_t block() const noexcept { return state_->block; }

  /// How many words reduce() needs as scratch, for a polynomial of `count` words.
  [[nodiscard]] std::size_t scratch_words(std::size_t count) const noexcept {
    return count <= degree() ? 0 : 2 * std::max(count - degree(), degree());
  }
  /// How many words reduce() adds or subtracts, for a polynomial of `count` words.
  [[nodiscard]] std::size_t additions(std::size_t count) const noexcept;

  /// Reduces a polynomial of any number of words; a product of two remainders has 2 degree() - 1.
  /// The first degree() words become the remainder, and the others are left as they are. Fewer
  /// words are not changed. `scratch` has scratch_words(polynomial.size()) words, whose contents do
  /// not matter before and have no meaning after; throws invalid_argument if it has fewer. The time
  /// does not depend on the words.
  template <class Word, BlockArithmetic<Word> Arithmetic>
  void reduce(std::span<Word> polynomial, std::span<Word> scratch,
              const Arithmetic& arithmetic) const;

 private:
  // Shorter blocks take longer than a few more passes.
  static constexpr std::size_t kShortBlock = 64;

  struct State {
    std::uint64_t index;
    std::size_t degree, block;
    bool plus;                                   // whether the binomials are 1 + x^d
    std::vector<std::size_t> factors, divisors;  // their degrees d
  };
  explicit SparseReduction(std::shared_ptr<const State> state) noexcept
      : state_(std::move(state)) {}

  void require_scratch(std::size_t count, std::size_t words) const;

  // A vector, and memory of the same length for the next pass, in which they change places.
  template <class Word>
  struct Series {
    Word* words;
    Word* other;
    std::size_t count;
  };
  // Which coefficient comes first: a quotient begins with the coefficient of the highest power.
  enum class First { lowest, highest };

  // The series times (1 - x^step), or (1 + x^step) for `sum`, cut off where it ends.
  template <First first, class Word, class Arithmetic>
  static void multiply(Series<Word>& series, std::size_t step, bool sum,
                       const Arithmetic& arithmetic);
  // The series times 1 / (1 - x^step), or 1 / (1 + x^step) for `sum`, cut off where it ends.
  template <First first, class Word, class Arithmetic>
  static void divide(Series<Word>& series, std::size_t step, bool sum,
                     const Arithmetic& arithmetic);

  std::shared_ptr<const State> state_;
};

template <SparseReduction::First first, class Word, class Arithmetic>
void SparseReduction::multiply(Series<Word>& series, std::size_t step, bool sum,
                               const Arithmetic& arithmetic) {
  if (step >= series.count) return;
  const std::size_t changed = series.count - step;
  const std::size_t kept_at = first == First::lowest ? 0 : changed;
  const std::size_t out = first == First::lowest ? step : 0, in = step - out;
  const Word* words = series.words;
  std::copy_n(words + kept_at, step, series.other + kept_at);
  if (sum) {
    arithmetic.add(series.other + out, words + out, words + in, changed);
  } else {
    arithmetic.subtract(series.other + out, words + out, words + in, changed);
  }
  std::swap(series.words, series.other);
}

template <SparseReduction::First first, class Word, class Arithmetic>
void SparseReduction::divide(Series<Word>& series, std::size_t step, bool sum,
                             const Arithmetic& arithmetic) {
  // 1 / (1 - y) = (1 + y) / (1 - y^2) and 1 / (1 + y) = (1 - y) / (1 - y^2).
  for (; step < kShortBlock && step < series.count; step *= 2, sum = false) {
    multiply<first>(series, step, !sum, arithmetic);
  }
  for (std::size_t done = step; done < series.count; done += step) {
    const std::size_t count = std::min(step, series.count - done);
    const std::size_t out = first == First::lowest ? done : series.count - done - count;
    const std::size_t in = first == First::lowest ? out - step : out + step;
    Word* words = series.words;
    if (sum) {
      arithmetic.subtract(words + out, words + out, words + in, count);
    } else {
      arithmetic.add(words + out, words + out, words + in, count);
    }
  }
}

template <class Word, BlockArithmetic<Word> Arithmetic>
void SparseReduction::reduce(std::span<Word> polynomial, std::span<Word> scratch,
                             const Arithmetic& arithmetic) const {
  require_scratch(polynomial.size(), scratch.size());
  if (polynomial.size() <= degree()) return;
  const std::size_t above = polynomial.size() - degree(), length = std::max(above, degree());
  Series<Word> series{scratch.data(), scratch.data() + length, above};
  std::copy_n(polynomial.data() + degree(), above, series.words);
  // B, from its highest coefficient down: the series of A over the series of Phi_m, which is its
  // own mirror image.
  for (const std::size_t step : state_->divisors) {
    multiply<First::highest>(series, step, state_->plus, arithmetic);
  }
  for (const std::size_t step : state_->factors) {
    divide<First::highest>(series, step, state_->plus, arithmetic);
  }
  // The lower words of B Phi_m.
  if (above < degree()) std::fill(series.words + above, series.words + degree(), Word{});
  series.count = degree();
  for (const std::size_t step : state_->factors) {
    multiply<First::lowest>(series, step, state_->plus, arithmetic);
  }
  for (const std::size_t step : state_->divisors) {
    divide<First::lowest>(series, step, state_->plus, arithmetic);
  }
  arithmetic.subtract(polynomial.data(), polynomial.data(), series.words, degree());
}

}  // namespace lath
