// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include "lath/arith/modulus.hpp"
#include "lath/base/parallel.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath {

/// The two forms of a polynomial: its coefficients, or its values at the odd powers of psi.
struct Coeff {};
struct Eval {};

/// Z_Q[x]/(x^n + 1) with Q a product of distinct primes, one limb for each: an immutable object,
/// cheap to copy, safe to share between threads. Equal rings have the same degree and moduli.
template <class R>
concept Ring = ResidueWord<typename R::Word> && std::equality_comparable<R> &&
               requires(const R& ring, std::size_t limb) {
                 { ring.degree() } -> std::same_as<std::size_t>;
                 { ring.limbs() } -> std::same_as<std::size_t>;
                 { ring.modulus(limb) } -> std::convertible_to<const Modulus&>;
                 { ring.plan(limb) } -> std::convertible_to<const NttPlan<typename R::Word>&>;
               };

/// The number of words from the start of one limb to the start of the next, for rows of `degree`
/// words. Rows of several limbs begin on cache lines. Rows of 32 KiB or more are never a multiple
/// of 4 KiB apart: a CPU takes loads and stores at the same place of different pages for the same.
/// More of the shorter rows fit in its caches without gaps.
template <ResidueWord Word>
[[nodiscard]] constexpr std::size_t row_stride(std::size_t degree, std::size_t limbs) noexcept {
  if (limbs <= 1) return degree;
  constexpr std::size_t kLine = 64 / sizeof(Word), kPage = 4096 / sizeof(Word);
  const std::size_t rounded = (degree + kLine - 1) / kLine * kLine;
  return rounded >= 8 * kPage && rounded % kPage == 0 ? rounded + 9 * kLine : rounded;
}

/// Work is counted in words and passes over them, each about half a nanosecond a word: a sum is one
/// pass, a transform is three. This many words in one pass are worth a thread of their own: about
/// 100 microseconds.
inline constexpr std::size_t kWordsPerThread = 3 * (std::size_t{1} << 16);

/// This many words are worth a thread that is awake: about 12 microseconds.
inline constexpr std::size_t kWordsPerAwakeThread = kWordsPerThread / 8;

/// The passes of a transform.
inline constexpr std::size_t kTransformPasses = 3;

/// How many threads so many passes over rows of `words` words are worth at most: more while the
/// library's threads are awake, see threads_are_awake().
[[nodiscard]] inline std::size_t threads_for(std::size_t rows, std::size_t words,
                                             std::size_t passes) noexcept {
  const std::size_t work = rows * words * passes;
  if (work < 2 * kWordsPerAwakeThread) return 1;
  // Divisions by constants: every divisor is looked at, lest it be secret.
  return threads_are_awake() ? work / kWordsPerAwakeThread
                             : std::max<std::size_t>(work / kWordsPerThread, 1);
}

/// Calls f(row) for every row of `words` words, on several threads where there is enough to do; see
/// parallel_for_on(). `f` works on all words of the row, about as long as `passes` passes over them
/// take, and on no other row.
template <class F>
void for_each_row(std::size_t rows, std::size_t words, std::size_t passes, F&& f) noexcept {
  if (rows == 1) return static_cast<void>(f(std::size_t{0}));  // short rows would feel the rest
  parallel_for_on(threads_for(rows, words, passes), rows,
                  [&f](std::size_t row, std::size_t) noexcept { f(row); });
}

}  // namespace lath
