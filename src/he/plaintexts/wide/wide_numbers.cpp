// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/wide_numbers.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

void copy_numbers(std::span<std::uint64_t> out, std::size_t words_of_out,
                  std::span<const std::uint64_t> numbers, std::size_t words, const Natural& t,
                  const char* place) {
  // Numbers and t in as many words.
  const std::size_t all = std::max(words, t.words().size());
  std::vector<std::uint64_t> bound(all);
  std::ranges::copy(t.words(), bound.begin());
  Buffer<std::uint64_t, Secret> number(all);
  const std::size_t count = words == 0 ? 0 : numbers.size() / words;
  for (std::size_t i = 0; i < count; ++i) {
    std::ranges::copy(numbers.subspan(i * words, words), number.data());
    std::uint64_t below = mask_less(number.span(), bound);
    // Only whether a number is in range is revealed, and then it is refused.
    ct::declassify(&below, sizeof below);
    if (below == 0) {
      throw Error(
          ErrorCode::invalid_argument,
          "the value of " + std::string(place) + " " + std::to_string(i) + " is out of range",
          "need numbers below the plaintext modulus, of " + std::to_string(t.bits()) + " bits",
          "reduce it modulo the plaintext modulus first, or choose a larger modulus");
    }
    std::copy_n(number.data(), std::min(all, words_of_out), &out[i * words_of_out]);
  }
}

}  // namespace lath::he
