// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "lath/base/language.hpp"

/// What coefficients of polynomials are given as.
namespace lath {

/// The built-in integers of at most 64 bits, but bool. GNU modes count integers of 128 bits among
/// std::integral, too.
template <class T>
concept CoefficientInteger = std::integral<T> && sizeof(T) <= sizeof(std::uint64_t) &&
                             !std::same_as<std::remove_cv_t<T>, bool>;

/// Those in a std::vector, a std::array, a std::span or an array.
template <class Range>
concept CoefficientRange = requires(const Range& range) {
  requires CoefficientInteger<typename decltype(std::span(range))::value_type>;
};

/// The integers of such a range, and their type.
template <CoefficientRange Range>
using CoefficientOf = typename decltype(std::span(std::declval<const Range&>()))::value_type;
template <CoefficientRange Range>
[[nodiscard]] std::span<const CoefficientOf<Range>> coefficients_in(const Range& range) {
  return std::span(range);
}

}  // namespace lath
