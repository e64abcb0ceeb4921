// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>

#include "lath/base/error.hpp"

namespace lath {

/// A machine word that stores a residue: 16, 32 or 64 bits.
///
/// Compilers differ in whether the constraints of a function template are part of its symbol (from
/// Clang 18 and GCC 14 on they are). No function template that the library exports has any, so that
/// programs of one compiler link the library of another: users call an inline function with the
/// constraint, which calls an exported one without.
template <class T>
concept ResidueWord = std::same_as<T, std::uint16_t> || std::same_as<T, std::uint32_t> ||
                      std::same_as<T, std::uint64_t>;

/// The 128-bit word of GCC and Clang.
__extension__ using uint128 = unsigned __int128;

///@cond
template <ResidueWord Word>
struct WideWord;
template <>
struct WideWord<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct WideWord<std::uint32_t> {
  using type = std::uint64_t;
};
template <>
struct WideWord<std::uint64_t> {
  using type = uint128;
};

///@endcond
/// The unsigned type of twice the width, which holds the product of two words.
template <ResidueWord Word>
using Wide = typename WideWord<Word>::type;

/// The number of bits of a word: 16, 32 or 64.
template <ResidueWord Word>
inline constexpr int kWordBits = std::numeric_limits<Word>::digits;

/// The largest size of a modulus in a word. Two bits stay free, so that four residues can be added.
template <ResidueWord Word>
inline constexpr int kModulusBits = kWordBits<Word> - 2;

namespace detail {
/// The largest size of a modulus where computing is in double precision (f64) or on 52 bits (i52):
/// 8p must stay below 2^53, and 4p must fit in 52 bits.
inline constexpr int kF64ModulusBits = 50;
}  // namespace detail

/// The number of bits of x without leading zeros: std::bit_width as an int.
template <ResidueWord Word>
[[nodiscard]] constexpr int bit_length(Word x) noexcept {
  return static_cast<int>(std::bit_width(x));
}

/// The low word of the product of two words.
template <ResidueWord Word>
[[nodiscard]] constexpr Word multiply_low(Word a, Word b) noexcept {
  return static_cast<Word>(Wide<Word>{a} * b);
}
/// The high word of the product of two words.
template <ResidueWord Word>
[[nodiscard]] constexpr Word multiply_high(Word a, Word b) noexcept {
  return static_cast<Word>((Wide<Word>{a} * b) >> kWordBits<Word>);
}

}  // namespace lath
