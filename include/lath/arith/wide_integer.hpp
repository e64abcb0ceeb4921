// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "lath/arith/word.hpp"
#include "lath/base/constant_time.hpp"

namespace lath {

/// An integer of 64 `Words` bits, least significant word first. Arithmetic is modulo 2^(64 Words),
/// like the arithmetic of the built-in words; is_negative() and magnitude() read the integer as a
/// two's complement. Everything is constant time unless it says otherwise.
template <std::size_t Words>
struct WideInteger {
  static_assert(Words >= 1);

  std::array<std::uint64_t, Words> words{};  ///< the words, least significant first

  /// Zero.
  constexpr WideInteger() noexcept = default;
  /// x, zero-extended; see from_signed() for negative integers.
  constexpr WideInteger(std::uint64_t x) noexcept {  // NOLINT(google-explicit-constructor)
    words[0] = x;
  }
  /// The two's complement of a signed integer.
  [[nodiscard]] static constexpr WideInteger from_signed(std::int64_t x) noexcept {
    WideInteger result(static_cast<std::uint64_t>(x));
    const std::uint64_t sign = ct::mask_of_top_bit(static_cast<std::uint64_t>(x));
    for (std::size_t i = 1; i < Words; ++i) result.words[i] = sign;
    return result;
  }

  /// Whether the topmost bit is set: the sign of a two's complement.
  [[nodiscard]] constexpr bool is_negative() const noexcept {
    return (words[Words - 1] >> 63) != 0;
  }
  /// The absolute value of a two's complement; 2^(64 Words - 1) for the least one.
  [[nodiscard]] constexpr WideInteger magnitude() const noexcept {
    const std::uint64_t mask = ct::mask_of_top_bit(words[Words - 1]);
    WideInteger flipped;
    for (std::size_t i = 0; i < Words; ++i) flipped.words[i] = words[i] ^ mask;
    return flipped + WideInteger(mask & 1);
  }

  ///@{
  /// The sum, difference, negative or bitwise complement modulo 2^(64 Words).
  friend constexpr WideInteger operator+(const WideInteger& a, const WideInteger& b) noexcept {
    WideInteger sum;
    uint128 carry = 0;
    for (std::size_t i = 0; i < Words; ++i) {
      carry += uint128{a.words[i]} + b.words[i];
      sum.words[i] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    return sum;
  }
  friend constexpr WideInteger operator-(const WideInteger& a, const WideInteger& b) noexcept {
    return a + (~b + WideInteger(1));
  }
  friend constexpr WideInteger operator-(const WideInteger& a) noexcept {
    return ~a + WideInteger(1);
  }
  friend constexpr WideInteger operator~(const WideInteger& a) noexcept {
    WideInteger flipped;
    for (std::size_t i = 0; i < Words; ++i) flipped.words[i] = ~a.words[i];
    return flipped;
  }
  ///@}
  /// The product modulo 2^(64 Words); Words (Words + 1) / 2 products of words.
  friend constexpr WideInteger operator*(const WideInteger& a, const WideInteger& b) noexcept {
    WideInteger product;
    for (std::size_t i = 0; i < Words; ++i) {
      uint128 carry = 0;
      for (std::size_t j = 0; i + j < Words; ++j) {
        carry += uint128{a.words[i]} * b.words[j] + product.words[i + j];
        product.words[i + j] = static_cast<std::uint64_t>(carry);
        carry >>= 64;
      }
    }
    return product;
  }

  /// Whether all bits are equal.
  friend constexpr bool operator==(const WideInteger& a, const WideInteger& b) noexcept {
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < Words; ++i) difference |= a.words[i] ^ b.words[i];
    return difference == 0;
  }
  /// a < b as unsigned integers.
  friend constexpr bool operator<(const WideInteger& a, const WideInteger& b) noexcept {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < Words; ++i) {
      const uint128 difference = uint128{a.words[i]} - b.words[i] - borrow;
      borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
    }
    return borrow != 0;
  }
};

/// Unsigned integers, least significant word first, in decimal. The time depends on the value and
/// grows with the square of the size: for public numbers, for example in messages.
[[nodiscard]] std::string decimal_vartime(std::span<const std::uint64_t> words);

/// A wide integer, read as unsigned, in decimal. Variable time.
template <std::size_t Words>
[[nodiscard]] std::string decimal_vartime(const WideInteger<Words>& x) {
  return decimal_vartime(std::span<const std::uint64_t>(x.words));
}
/// A wide integer, read as a two's complement, in decimal, with a minus sign if it is negative.
/// Variable time.
template <std::size_t Words>
[[nodiscard]] std::string signed_decimal_vartime(const WideInteger<Words>& x) {
  std::string digits = decimal_vartime(x.magnitude());
  if (x.is_negative()) digits.insert(digits.begin(), '-');
  return digits;
}

}  // namespace lath
