// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/natural.hpp"

#include <algorithm>
#include <bit>

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
  result.words_.assign(words.begin(), words.end());
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
  Natural result;
  while (!digits.empty()) {
    std::uint64_t power = 1, chunk = 0;
    for (const char digit : digits.substr(0, kChunk)) {
      power *= 10;
      chunk = 10 * chunk + static_cast<std::uint64_t>(digit - '0');
    }
    append_digits(result.words_, power, chunk);
    digits.remove_prefix(std::min(digits.size(), kChunk));
  }
  return result;
}

std::size_t Natural::bits() const noexcept {
  return words_.empty()
             ? 0
             : 64 * words_.size() - static_cast<std::size_t>(std::countl_zero(words_.back()));
}

std::uint64_t Natural::word() const {
  if (words_.size() > 1) {
    throw Error(ErrorCode::unsupported, "a number of " + std::to_string(bits()) + " bits",
                "need one of at most 64 bits here", "take a smaller number, or use words()");
  }
  return words_.empty() ? 0 : words_.front();
}

std::string decimal_vartime(const Natural& x) { return decimal_vartime(x.words()); }

}  // namespace lath
