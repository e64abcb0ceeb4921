// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <limits>
#include <span>
#include <type_traits>

#include "lath/base/error.hpp"

/// Choices and comparisons whose time and memory accesses do not depend on the values.
/// A mask is a word of all ones (true) or all zeros (false).
namespace lath::ct {

/// Returns `x` and hides its value from the optimiser, which might otherwise recognise a mask as a
/// boolean and bring back the branch that the mask replaces.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word value_barrier(Word x) noexcept {
  if (!std::is_constant_evaluated()) asm("" : "+r"(x));
  return x;
}

/// All ones if the top bit of `x` is set, else all zeros.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word mask_of_top_bit(Word x) noexcept {
  const auto top = static_cast<Word>(x >> (std::numeric_limits<Word>::digits - 1));
  return static_cast<Word>(Word{0} - value_barrier(top));
}

/// All ones if x < y, else all zeros, for all x and y.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word mask_less(Word x, Word y) noexcept {
  // The borrow of x - y (Warren, Hacker's Delight, section 2-13).
  return mask_of_top_bit(
      static_cast<Word>((~x & y) | (static_cast<Word>(~(x ^ y)) & static_cast<Word>(x - y))));
}

/// All ones if x == y, else all zeros.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word mask_equal(Word x, Word y) noexcept {
  const auto difference = static_cast<Word>(x ^ y);
  return static_cast<Word>(
      ~mask_of_top_bit(static_cast<Word>(difference | static_cast<Word>(Word{0} - difference))));
}

/// `if_ones` if `mask` is all ones, `if_zeros` if it is all zeros.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word select(Word mask, Word if_ones, Word if_zeros) noexcept {
  return static_cast<Word>(if_zeros ^ (mask & (if_ones ^ if_zeros)));
}

/// x mod p for x in [0, 2p), p at most half the range of a word.
template <std::unsigned_integral Word>
[[nodiscard]] constexpr Word subtract_once(Word x, Word p) noexcept {
  const auto difference = static_cast<Word>(x - p);
  return static_cast<Word>(difference + (p & mask_of_top_bit(difference)));
}

/// Whether two byte strings are equal. The time depends on their lengths only, which are public.
[[nodiscard]] inline bool equal(std::span<const std::byte> a,
                                std::span<const std::byte> b) noexcept {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference |= static_cast<unsigned>(a[i] ^ b[i]);
  }
  return mask_equal(difference, 0U) != 0;
}

///@{
/// Marks bytes as secret (poison) or as public (declassify). These functions do nothing, unless a
/// program defines them itself: tests/ct/valgrind_marks.cpp does, and valgrind reports every branch
/// and every address that depends on a secret byte then. Every call of declassify() needs a comment
/// that says why the bytes may become public.
void poison(const void* data, std::size_t size) noexcept;
void declassify(const void* data, std::size_t size) noexcept;
///@}

}  // namespace lath::ct
