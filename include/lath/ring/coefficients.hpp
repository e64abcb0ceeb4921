// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/language.hpp"

/// @file
/// The integers and ranges that coefficients of polynomials, and values of encoders, are given in.
namespace lath {

/// The built-in integers of at most 64 bits, except bool. (In GNU modes std::integral includes
/// integers of 128 bits.)
template <class T>
concept CoefficientInteger = std::integral<T> && sizeof(T) <= sizeof(std::uint64_t) &&
                             !std::same_as<std::remove_cv_t<T>, bool>;

/// Such integers in a std::vector, a std::array, a std::span, a Buffer or an array.
template <class Range>
concept CoefficientRange = requires(const Range& range) {
  requires CoefficientInteger<typename decltype(std::span(range))::value_type>;
};

/// The type of the integers in such a range.
template <CoefficientRange Range>
using CoefficientOf = typename decltype(std::span(std::declval<const Range&>()))::value_type;
/// The integers in such a range.
template <CoefficientRange Range>
[[nodiscard]] std::span<const CoefficientOf<Range>> coefficients_in(const Range& range) {
  return std::span(range);
}

namespace detail {

/// An integer as a word, signed or not, of the same value; one that the type does not have becomes
/// a word whose magnitude is 2^62 or more, not another small one. Constant time.
template <class Word, CoefficientInteger Integer>
[[nodiscard]] Word word_of(Integer x) noexcept {
  if constexpr (std::signed_integral<Word> && std::unsigned_integral<Integer> &&
                sizeof(Integer) == sizeof(Word)) {
    const std::uint64_t word = x, top = ct::mask_of_top_bit(word);
    return static_cast<Word>((word & ~top) | (~std::uint64_t{0} >> 1 & top));
  } else {
    return static_cast<Word>(x);
  }
}

/// The integers of a range as words, in memory that is wiped.
template <class Word, CoefficientRange Range>
[[nodiscard]] Buffer<Word, Secret> words_of(const Range& range) {
  const auto integers = coefficients_in(range);
  Buffer<Word, Secret> words(integers.size());
  for (std::size_t i = 0; i < integers.size(); ++i) words[i] = word_of<Word>(integers[i]);
  return words;
}

/// f(a span of the integers of a range as words), which are copied only if they are of another
/// type.
template <class Word, CoefficientRange Range, class F>
[[nodiscard]] auto with_words(const Range& range, const F& f) {
  if constexpr (std::same_as<std::remove_cv_t<CoefficientOf<Range>>, Word>) {
    return f(std::span<const Word>(coefficients_in(range)));
  } else {
    const auto words = words_of<Word>(range);
    return f(words.span());
  }
}

}  // namespace detail

}  // namespace lath
