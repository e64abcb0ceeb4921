// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/wide_numbers.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "arith/multiword.hpp"
#include "arith/wide/natural_arithmetic.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::he {

std::uint64_t mask_less(std::span<const std::uint64_t> a,
                        std::span<const std::uint64_t> b) noexcept {
  std::uint64_t borrow = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const uint128 difference = uint128{a[i]} - b[i] - borrow;
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  return std::uint64_t{0} - ct::value_barrier(borrow);
}

namespace {

using ConstWords = std::span<const std::uint64_t>;

// Adds y to x where the mask is set, modulo 2^64 for each word that x has.
void add_where(std::span<std::uint64_t> x, ConstWords y, std::uint64_t mask) noexcept {
  static_cast<void>(detail::multiword::add_masked(x.data(), y.data(), x.size(), mask));
}

// A number in so many words.
std::vector<std::uint64_t> padded(const Natural& x, std::size_t words) {
  std::vector<std::uint64_t> result(words);
  std::ranges::copy(x.words(), result.begin());
  return result;
}

// t with all that ranges depend on, in a word more than numbers and t have: sums do not wrap
// around.
struct RangeOfNumbers {
  RangeOfNumbers(const Natural& modulus, std::size_t words_of_numbers,
                 Representative representative)
      : words(std::max(words_of_numbers, modulus.words().size()) + 1),
        t(padded(modulus, words)),
        offset(words),
        bound(t),
        is_signed(representative == Representative::centered) {
    if (!is_signed) return;
    // x + floor(t/2) is at most 2 floor(t/2).
    offset = padded(detail::quotient_vartime(modulus, 2), words);
    bound = offset;
    add_where(bound, offset, ~std::uint64_t{0});
    bound[0] |= 1;
  }

  // Ones for the sign of a number.
  [[nodiscard]] std::uint64_t sign(ConstWords number) const noexcept {
    return is_signed ? ct::mask_of_top_bit(number.back()) : 0;
  }

  std::size_t words;
  std::vector<std::uint64_t> t, offset, bound;
  bool is_signed;
};

[[noreturn]] void refuse_number(const char* place, std::size_t i, const Natural& t,
                                bool is_signed) {
  throw Error(
      ErrorCode::invalid_argument,
      "the value of " + std::string(place) + " " + std::to_string(i) + " is out of range",
      std::string(is_signed ? "need magnitudes of at most half the plaintext modulus, of "
                            : "need numbers below the plaintext modulus, of ") +
          std::to_string(t.bits()) + " bits",
      std::string("reduce it modulo the plaintext modulus first, choose a larger modulus, ") +
          (is_signed ? "or encode nonnegative numbers" : "or encode two's complements"));
}

}  // namespace

void copy_numbers(std::span<std::uint64_t> out, std::size_t words_of_out, ConstWords numbers,
                  std::size_t words, const Natural& t, Representative representative,
                  const char* place) {
  if (words == 0) return;
  const RangeOfNumbers range(t, words, representative);
  Buffer<std::uint64_t, Secret> number(range.words), shifted(range.words);
  for (std::size_t i = 0; i < numbers.size() / words; ++i) {
    const ConstWords given = numbers.subspan(i * words, words);
    const std::uint64_t sign = range.sign(given);
    std::ranges::fill(number.span(), sign);
    std::ranges::copy(given, number.data());
    std::ranges::copy(number.span(), shifted.data());
    add_where(shifted.span(), range.offset, ~std::uint64_t{0});
    std::uint64_t in_range = mask_less(shifted.span(), range.bound);
    // Only whether a number is in range is revealed, and then it is refused.
    ct::declassify(&in_range, sizeof in_range);
    if (in_range == 0) refuse_number(place, i, t, range.is_signed);
    add_where(number.span(), range.t, sign);
    std::copy_n(number.data(), std::min(range.words, words_of_out), &out[i * words_of_out]);
  }
}

WideValues centered(const WideValues& numbers, const Natural& t) {
  const std::size_t words = t.words().size();
  const std::vector<std::uint64_t> half = padded(detail::quotient_vartime(t, 2), words);
  std::vector<std::uint64_t> negative = padded(t, words);
  detail::multiword::negate_masked(negative.data(), words, ~std::uint64_t{0});
  WideValues result(numbers.size(), words);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::ranges::copy(numbers[i], result[i].begin());
    add_where(result[i], negative, mask_less(half, result[i]));
  }
  return result;
}

}  // namespace lath::he
