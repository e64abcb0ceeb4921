// SPDX-License-Identifier: Apache-2.0
#include "coding/wide_packing.hpp"

#include "lath/arith/word.hpp"

namespace lath::detail {
namespace {

// Calls f(word, bits of it) for each word of each number, in their order.
template <class Word, class F>
void for_each_word(std::span<Word> numbers, std::size_t bits, const F& f) noexcept {
  const std::size_t words = (bits + 63) / 64, last = bits - 64 * (words - 1);
  for (std::size_t first = 0; first < numbers.size(); first += words) {
    for (std::size_t i = 0; i + 1 < words; ++i) f(numbers[first + i], std::size_t{64});
    f(numbers[first + words - 1], last);
  }
}

}  // namespace

void pack_wide(std::span<std::byte> out, std::span<const std::uint64_t> numbers,
               std::size_t bits) noexcept {
  uint128 pending = 0;
  std::size_t count = 0, place = 0;
  for_each_word(numbers, bits, [&](std::uint64_t word, std::size_t size) noexcept {
    pending |= uint128{word} << count;
    count += size;
    for (; count >= 8; count -= 8, pending >>= 8) {
      out[place++] = static_cast<std::byte>(pending & 0xff);
    }
  });
  if (count != 0) out[place] = static_cast<std::byte>(pending & 0xff);
}

std::uint64_t unpack_wide(std::span<std::uint64_t> numbers, std::span<const std::byte> in,
                          std::size_t bits) noexcept {
  uint128 pending = 0;
  std::size_t count = 0, place = 0;
  for_each_word(numbers, bits, [&](std::uint64_t& word, std::size_t size) noexcept {
    for (; count < size; count += 8) {
      pending |= uint128{std::to_integer<unsigned>(in[place++])} << count;
    }
    word = static_cast<std::uint64_t>(pending) & (~std::uint64_t{0} >> (64 - size));
    pending >>= size;
    count -= size;
  });
  return static_cast<std::uint64_t>(pending);
}

}  // namespace lath::detail
