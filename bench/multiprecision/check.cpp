// SPDX-License-Identifier: Apache-2.0
#include "multiprecision/check.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

namespace lath::bench {
namespace {

// Such moduli reduce the numbers.
bool is_word(const Natural& modulus) { return modulus.bits() <= 60; }

}  // namespace

he::WideValues random_numbers(std::size_t count, std::size_t words, const Natural& modulus,
                              unsigned products, Generator& generator) {
  he::WideValues numbers(count, words);
  generator.fill(std::as_writable_bytes(numbers.span()));
  // A product with 2 + 3x makes numbers at most five times as large.
  const std::size_t bits = modulus.bits() - std::min<std::size_t>(modulus.bits(), 3 * products + 1);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t w = 0; w < words; ++w) {
      std::uint64_t& word = numbers[i][w];
      if (i + products >= count) {
        word = 0;
      } else if (is_word(modulus)) {
        word = w == 0 ? word % modulus.word() : 0;
      } else if (64 * w + 64 > bits) {
        word = 64 * w >= bits ? 0 : word >> (64 * w + 64 - bits);
      }
    }
  }
  return numbers;
}

void multiply_by_line(he::WideValues& numbers, const Natural& modulus) {
  __extension__ using Wide = unsigned __int128;
  for (std::size_t i = numbers.size(); i-- > 0;) {
    Wide carry = 0;
    for (std::size_t w = 0; w < numbers.words(); ++w) {
      carry += Wide{2} * numbers[i][w] + (i == 0 ? 0 : Wide{3} * numbers[i - 1][w]);
      numbers[i][w] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
    if (is_word(modulus)) numbers[i][0] %= modulus.word();
  }
}

bool equal(const he::WideValues& a, const he::WideValues& b) {
  return a.words() == b.words() && std::ranges::equal(a.span(), b.span());
}

}  // namespace lath::bench
