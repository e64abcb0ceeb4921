// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include "lath/base/error.hpp"

/// @file
/// The integers and ranges that coefficients of polynomials are given in.
namespace lath {

/// The built-in integers of at most 64 bits, except bool. (In GNU modes std::integral includes
/// integers of 128 bits.)
template <class T>
concept CoefficientInteger = std::integral<T> && sizeof(T) <= sizeof(std::uint64_t) &&
                             !std::same_as<std::remove_cv_t<T>, bool>;

/// Such integers in a std::vector, a std::array, a std::span or an array.
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

}  // namespace lath
