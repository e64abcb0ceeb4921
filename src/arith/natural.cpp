// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/natural.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "lath/arith/wide_integer.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"

namespace lath {
namespace {

// x 10^digits + chunk.
void append_digits(std::vector<std::uint64_t>& x, std::uint64_t power, std::uint64_t chunk) {
  uint128 carry = chunk;
  for (std::uint64_t& word : x) {
    carry += uint128{word} * power;
    word = static_cast<std::uint64_t>(carry);
    carry >>= 64;
  }
  if (carry != 0) x.push_back(static_cast<std::uint64_t>(carry));
}

}  // namespace

void Natural::throw_negative(std::int64_t x) {
  throw Error(ErrorCode::invalid_argument, std::to_string(x) + " as a natural number",
              "need one that is not negative", "leave the sign out");
}

Natural Natural::from_words(std::span<const std::uint64_t> words) {
  while (!words.empty() && words.back() == 0) words = words.first(words.size() - 1);
  Natural result;
  if (words.size() > 1) {
    result.words_.assign(words.begin(), words.end());
  } else if (!words.empty()) {
    result.word_ = words.front();
  }
  return result;
}

Natural Natural::from_decimal(std::string_view digits) {
  const bool only_digits = std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  if (digits.empty() || !only_digits || (digits.front() == '0' && digits.size() != 1)) {
    throw Error(ErrorCode::malformed, "the number " + quote(digits),
                "need decimal digits, without a zero before others",
                "write digits only, without sign, point, exponent or spaces");
  }
  constexpr std::size_t kChunk = 19;  // digits that a word has room for
  std::vector<std::uint64_t> words;
  while (!digits.empty()) {
    std::uint64_t power = 1, chunk = 0;
    for (const char digit : digits.substr(0, kChunk)) {
      power *= 10;
      chunk = 10 * chunk + static_cast<std::uint64_t>(digit - '0');
    }
    append_digits(words, power, chunk);
    digits.remove_prefix(std::min(digits.size(), kChunk));
  }
  return from_words(words);
}

std::size_t Natural::bits() const noexcept {
  const std::span<const std::uint64_t> all = words();
  if (all.empty()) return 0;
  return 64 * all.size() - static_cast<std::size_t>(std::countl_zero(all.back()));
}

std::uint64_t Natural::word() const {
  if (!words_.empty()) {
    throw Error(ErrorCode::unsupported, "a number of " + std::to_string(bits()) + " bits",
                "need one of at most 64 bits here", "take a smaller number, or use words()");
  }
  return word_;
}

std::uint64_t remainder_vartime(const Natural& x, std::uint64_t divisor) noexcept {
  uint128 remainder = 0;
  const std::span<const std::uint64_t> words = x.words();
  for (std::size_t i = words.size(); i-- > 0;) {
    remainder = (remainder << 64 | words[i]) % divisor;
  }
  return static_cast<std::uint64_t>(remainder);
}

double log2_vartime(const Natural& x) noexcept {
  const std::span<const std::uint64_t> words = x.words();
  const std::size_t top = words.size() - 1;
  if (top == 0) return std::log2(static_cast<double>(words[0]));
  const double leading =
      static_cast<double>(words[top]) + static_cast<double>(words[top - 1]) * 0x1p-64;
  return std::log2(leading) + 64 * static_cast<double>(top);
}

std::string decimal_vartime(const Natural& x) { return decimal_vartime(x.words()); }

}  // namespace lath
