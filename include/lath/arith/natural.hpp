// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lath/base/error.hpp"

namespace lath {

/// A natural number of any size, or zero: a modulus of thousands of bits, or one of a few that is
/// written as the integer that it is. For public numbers only: everything takes variable time, and
/// its memory is not wiped. It holds a number and has no arithmetic. One of at most 64 bits takes
/// no memory but its own.
class Natural {
 public:
  /// Zero.
  Natural() noexcept = default;
  /// x. Throws invalid_argument if it is negative.
  template <std::integral Integer>
    requires(!std::same_as<Integer, bool>)
  Natural(Integer x) {  // NOLINT(google-explicit-constructor): 65537 is one
    if (std::cmp_less(x, 0)) throw_negative(static_cast<std::int64_t>(x));
    word_ = static_cast<std::uint64_t>(x);
  }
  /// The number with these words, least significant first.
  [[nodiscard]] static Natural from_words(std::span<const std::uint64_t> words);
  /// The number with these decimal digits, the most significant first. Throws malformed for
  /// anything but digits, for none, and for a zero before others. The time grows with the square of
  /// their number.
  [[nodiscard]] static Natural from_decimal(std::string_view digits);

  /// The number of bits: 0 for zero.
  [[nodiscard]] std::size_t bits() const noexcept;
  /// The words, least significant first, the last one not zero: none for zero.
  [[nodiscard]] std::span<const std::uint64_t> words() const& noexcept {
    if (!words_.empty()) return words_;
    return {&word_, word_ != 0 ? std::size_t{1} : std::size_t{0}};
  }
  std::span<const std::uint64_t> words() const&& = delete;  // a temporary: give it a name
  /// The number itself. Throws unsupported if it has more than 64 bits.
  [[nodiscard]] std::uint64_t word() const;

  /// Whether both are the same number.
  friend bool operator==(const Natural&, const Natural&) = default;

 private:
  [[noreturn]] static void throw_negative(std::int64_t x);

  std::uint64_t word_ = 0;            // of a number of at most 64 bits
  std::vector<std::uint64_t> words_;  // of a longer one, and no zeros behind the most significant
};

/// x modulo a divisor, which is not zero.
[[nodiscard]] std::uint64_t remainder_vartime(const Natural& x, std::uint64_t divisor) noexcept;

/// log2(x) of a number that is not zero, with a relative error of less than 2^-50.
[[nodiscard]] double log2_vartime(const Natural& x) noexcept;

/// x in decimal digits. The time grows with the square of its size.
[[nodiscard]] std::string decimal_vartime(const Natural& x);

}  // namespace lath
