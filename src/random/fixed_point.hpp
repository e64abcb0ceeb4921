// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "arith/multiword.hpp"

namespace lath::detail::fixed_point {

/// Fixed-point numbers from 0 to below 2^256 in steps of 2^-256 (one ulp), to compute tables of
/// probabilities. Every rounding is downwards, by less than one ulp. Variable time: parameters of a
/// distribution are public.
struct Fixed {
  std::array<std::uint64_t, 8> words{};  // least significant first; the point is before words[4]

  [[nodiscard]] constexpr bool is_zero() const noexcept { return *this == Fixed{}; }
  friend constexpr bool operator==(const Fixed&, const Fixed&) = default;
};

constexpr Fixed integer(std::uint64_t x) noexcept { return {{0, 0, 0, 0, x, 0, 0, 0}}; }

/// x * 2^bits, 0 <= bits < 256; bits above the range are lost.
constexpr Fixed shift_left(const Fixed& x, int bits) noexcept {
  Fixed result;
  const auto skipped = static_cast<std::size_t>(bits / 64);
  const int rest = bits % 64;
  for (std::size_t i = skipped; i < 8; ++i) {
    result.words[i] = x.words[i - skipped] << rest;
    if (rest != 0 && i > skipped) result.words[i] |= x.words[i - skipped - 1] >> (64 - rest);
  }
  return result;
}

/// x / 2^bits, 0 < bits < 64.
constexpr Fixed shift_right(const Fixed& x, int bits) noexcept {
  Fixed result;
  for (std::size_t i = 0; i < 8; ++i) {
    result.words[i] = x.words[i] >> bits;
    if (i + 1 < 8) result.words[i] |= x.words[i + 1] << (64 - bits);
  }
  return result;
}

inline Fixed add(const Fixed& x, const Fixed& y) noexcept {
  Fixed result;
  multiword::add(result.words.data(), x.words.data(), y.words.data(), 8);
  return result;
}

/// x - y, for y <= x.
inline Fixed subtract(const Fixed& x, const Fixed& y) noexcept {
  Fixed result;
  multiword::subtract(result.words.data(), x.words.data(), y.words.data(), 8);
  return result;
}

inline bool less(const Fixed& x, const Fixed& y) noexcept {
  Fixed difference;
  return multiword::subtract(difference.words.data(), x.words.data(), y.words.data(), 8) != 0;
}

/// x * y, for products in the range.
inline Fixed multiply(const Fixed& x, const Fixed& y) noexcept {
  std::array<std::uint64_t, 16> product{};
  for (std::size_t i = 0; i < 8; ++i) {
    product[i + 8] = multiword::add_product(&product[i], y.words.data(), 8, x.words[i]);
  }
  Fixed result;
  for (std::size_t i = 0; i < 8; ++i) result.words[i] = product[i + 4];
  return result;
}

/// x / divisor, for a divisor that is not zero.
inline Fixed divide(Fixed x, std::uint64_t divisor) noexcept {
  multiword::divide_vartime(x.words.data(), 8, divisor);
  return x;
}

/// 1 / x, for x from 1 to below 2^255.
inline Fixed reciprocal(const Fixed& x) noexcept {
  // Bit by bit: the remainder is doubled, and x is subtracted if it is not greater.
  Fixed quotient, remainder = integer(1);
  if (x == remainder) return integer(1);
  for (int bit = 0; bit < 256; ++bit) {
    remainder = shift_left(remainder, 1);
    quotient = shift_left(quotient, 1);
    if (!less(remainder, x)) {
      remainder = subtract(remainder, x);
      quotient.words[0] |= 1;
    }
  }
  return quotient;
}

/// exp(-x), with an error below 2^-230.
inline Fixed exp_of_negative(const Fixed& x) noexcept {
  // From here on the result is below 2^-288.
  if (!less(x, integer(200))) return {};
  // The series of y = x / 2^16 < 2^-8 ends after less than 40 terms, each with an error below two
  // ulps; then sixteen squarings, each of which doubles the error and adds an ulp.
  const Fixed y = shift_right(x, 16);
  std::array<Fixed, 2> sums = {integer(1), Fixed{}};
  Fixed term = integer(1);
  for (std::uint64_t n = 1; !term.is_zero(); ++n) {
    term = divide(multiply(term, y), n);
    sums[n % 2] = add(sums[n % 2], term);
  }
  Fixed result = subtract(sums[0], sums[1]);
  for (int i = 0; i < 16; ++i) result = multiply(result, result);
  return result;
}

/// The value of a double from 0 to below 2^63; bits below 2^-256 are lost.
inline Fixed of_double(double x) noexcept {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);  // x = mantissa * 2^exponent, in [1/2, 1)
  const auto bits = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
  const int shift = exponent - 53 + 256;  // the position of `bits` above the last place
  if (bits == 0 || shift <= -53) return {};
  if (shift < 0) return {{bits >> -shift}};
  Fixed low{{bits}};
  for (int left = shift; left > 0; left -= 255) low = shift_left(low, left < 255 ? left : 255);
  return low;
}

}  // namespace lath::detail::fixed_point
