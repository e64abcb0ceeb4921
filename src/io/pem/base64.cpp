// SPDX-License-Identifier: Apache-2.0
#include "io/pem/base64.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "lath/base/constant_time.hpp"

namespace lath::detail::base64 {
namespace {

using Word = std::uint32_t;

Word is_above(Word x, Word bound) { return ct::mask_less<Word>(bound, x); }
Word is_within(Word x, Word first, Word last) {
  return is_above(x, first - 1) & ~is_above(x, last);
}

// The character of six bits.
std::byte character(Word six) {
  const Word shifted = six + 'A' + (is_above(six, 25) & Word{'a' - 'Z' - 1}) -
                       (is_above(six, 51) & Word{'z' - '0' + 1}) -
                       (is_above(six, 61) & Word{'9' - '+' + 1}) +
                       (is_above(six, 62) & Word{'/' - '+' - 1});
  return static_cast<std::byte>(shifted);
}

// Six bits, and whether the character stands for some.
struct Digit {
  Word six, valid;
};

Digit digit(Word c) {
  const std::array<Digit, 5> ranges{{{c - 'A', is_within(c, 'A', 'Z')},
                                     {c - 'a' + 26, is_within(c, 'a', 'z')},
                                     {c - '0' + 52, is_within(c, '0', '9')},
                                     {62, is_within(c, '+', '+')},
                                     {63, is_within(c, '/', '/')}}};
  Digit result{};
  for (const Digit& range : ranges) {
    result.six |= range.six & range.valid;
    result.valid |= range.valid;
  }
  return result;
}

// Whether a character of a text is none of its digits. Public: where lines end and where the
// padding stands depends on the length of what is encoded.
bool is_one_of(Word c, std::initializer_list<char> characters) {
  Word found = 0;
  for (const char each : characters) found |= ct::mask_equal<Word>(c, static_cast<Word>(each));
  ct::declassify(&found, sizeof found);
  return found != 0;
}

}  // namespace

void encode(std::span<const std::byte> bytes, std::span<std::byte> out) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    Word group = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      group = group << 8 | (k < count ? std::to_integer<Word>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      out[at++] = k <= count ? character(group >> (18 - 6 * k) & 63) : std::byte{'='};
    }
  }
}

std::optional<Buffer<std::byte, Secret>> decode(std::span<const std::byte> text) {
  Buffer<std::byte, Secret> bytes(text.size());
  std::size_t characters = 0, padding = 0, size = 0;
  Word group = 0, valid = ~Word{0};
  for (const std::byte each : text) {
    const Word c = std::to_integer<Word>(each);
    if (is_one_of(c, {' ', '\t', '\r', '\n'})) continue;
    ++characters;
    if (is_one_of(c, {'='})) {
      ++padding;
      group <<= 6;
    } else {
      const Digit next = digit(c);
      valid &= next.valid;
      group = group << 6 | next.six;
      if (padding != 0) return std::nullopt;
    }
    if (characters % 4 != 0) continue;
    for (unsigned k = 0; k < 3; ++k) bytes[size++] = static_cast<std::byte>(group >> (16 - 8 * k));
    group = 0;
  }
  if (characters % 4 != 0 || padding > 2) return std::nullopt;
  size -= padding;
  // Bits that the padding leaves over have to be zero: each value has one text.
  for (std::size_t k = 0; k < padding; ++k) {
    valid &= ct::mask_equal<Word>(std::to_integer<Word>(bytes[size + k]), 0);
  }
  // Public: whether a text is base64 says nothing of what an honest one encodes.
  ct::declassify(&valid, sizeof valid);
  if (valid == 0) return std::nullopt;
  return Buffer<std::byte, Secret>(bytes.span().first(size));
}

}  // namespace lath::detail::base64
