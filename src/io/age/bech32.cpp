// SPDX-License-Identifier: Apache-2.0
#include "io/age/bech32.hpp"

#include <algorithm>
#include <cstdint>

#include "lath/base/constant_time.hpp"

namespace lath::io::age {
namespace {

constexpr std::string_view kSymbols = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
constexpr std::size_t kChecksum = 6;
constexpr std::uint32_t kNoSymbol = 32;

using Symbols = Buffer<std::uint8_t, Secret>;

bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_small(char c) { return c >= 'a' && c <= 'z'; }
char small(char c) { return is_capital(c) ? static_cast<char>(c - 'A' + 'a') : c; }

// The digit of a character, in small letters or in capital ones; every entry of the alphabet is
// looked at, so that the address says nothing.
std::uint32_t digit_of(char c, std::uint32_t capital) {
  const std::uint32_t found = static_cast<unsigned char>(c);
  std::uint32_t digit = kNoSymbol;
  for (std::uint32_t i = 0; i < kSymbols.size(); ++i) {
    std::uint32_t letter = static_cast<unsigned char>(kSymbols[i]);
    if (letter >= 'a') letter -= capital;
    digit = ct::select(ct::mask_equal(found, letter), i, digit);
  }
  return digit;
}

char letter_of(std::uint32_t digit) {
  std::uint32_t letter = 0;
  for (std::uint32_t i = 0; i < kSymbols.size(); ++i) {
    letter |= ct::mask_equal(digit, i) & static_cast<unsigned char>(kSymbols[i]);
  }
  return static_cast<char>(letter);
}

// The checksum's remainder, fed with one symbol after the other.
class Remainder {
 public:
  void feed(std::uint32_t symbol) {
    constexpr std::uint32_t kGenerator[] = {0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd,
                                            0x2a1462b3};
    const std::uint32_t top = value_ >> 25;
    value_ = (value_ & 0x1ffffff) << 5 ^ symbol;
    for (unsigned i = 0; i < 5; ++i) value_ ^= (0U - (top >> i & 1)) & kGenerator[i];
  }
  void feed_prefix(std::string_view prefix) {
    for (const char c : prefix) feed(static_cast<unsigned char>(small(c)) >> 5);
    feed(0);
    for (const char c : prefix) feed(static_cast<unsigned char>(small(c)) & 31);
  }
  [[nodiscard]] std::uint32_t value() const { return value_; }

 private:
  std::uint32_t value_ = 1;
};

// The place of the digit 1 between prefix and data, counted from 1; 0 where there is none. Of a
// text that is right the place is public, and the letters behind it are not.
std::size_t place_of_mark(std::string_view text) {
  std::size_t place = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto found = static_cast<std::size_t>(static_cast<unsigned char>(text[i]));
    place = ct::select(ct::mask_equal(found, std::size_t{'1'}), i + 1, place);
  }
  ct::declassify(&place, sizeof place);
  return place;
}

bool has_invisible(std::string_view text) {
  std::uint32_t outside = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    outside |= ct::mask_less<std::uint32_t>(byte, 33) | ct::mask_less<std::uint32_t>(126, byte);
  }
  // That a text is none may be known.
  ct::declassify(&outside, sizeof outside);
  return outside != 0;
}

// Groups of 5 bits to bytes. Returns whether the bits behind the last byte are zeros, and fewer
// than five.
bool to_bytes(std::span<const std::uint8_t> symbols, std::span<std::byte> out) {
  std::uint32_t bits = 0;
  unsigned count = 0;
  std::size_t filled = 0;
  for (const std::uint8_t symbol : symbols) {
    bits = (bits << 5 | symbol) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    out[filled++] = static_cast<std::byte>(bits >> count);
  }
  std::uint32_t rest = bits & ((1U << count) - 1);
  ct::declassify(&rest, sizeof rest);  // zero for every text that is right
  return count < 5 && rest == 0;
}

}  // namespace

Bech32 read_bech32(std::string_view text) {
  const auto problem = [](const char* what) { return Bech32{{}, {}, what}; };
  const std::size_t place = place_of_mark(text);
  if (place < 2 || text.size() - place < kChecksum) {
    return problem("no prefix, digit 1 and data");
  }
  if (has_invisible(text)) return problem("a character that Bech32 does not have");
  const auto prefix = text.substr(0, place - 1), letters = text.substr(place);
  // The letters of the prefix, which is public, tell the case of all.
  const bool is_upper = std::ranges::any_of(prefix, is_capital);
  if (is_upper && std::ranges::any_of(prefix, is_small)) {
    return problem("small and capital letters");
  }
  Symbols symbols(letters.size());
  Remainder remainder;
  remainder.feed_prefix(prefix);
  std::uint32_t wrong = 0;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::uint32_t digit = digit_of(letters[i], is_upper ? 'a' - 'A' : 0);
    wrong |= digit & kNoSymbol;
    symbols[i] = static_cast<std::uint8_t>(digit & 31);
    remainder.feed(symbols[i]);
  }
  // Whether a text is Bech32 is no secret: its reader says so.
  ct::declassify(&wrong, sizeof wrong);
  if (wrong != 0) return problem("a character that Bech32 does not have");
  std::uint32_t checksum = remainder.value() ^ 1;
  ct::declassify(&checksum, sizeof checksum);
  if (checksum != 0) return problem("a checksum that is wrong: a letter was changed");
  const auto data = symbols.span().first(symbols.size() - kChecksum);
  Bech32 result{prefix, Buffer<std::byte, Secret>(data.size() * 5 / 8), nullptr};
  if (!to_bytes(data, result.data.span())) return problem("bits behind the last byte");
  return result;
}

Buffer<char, Secret> bech32(std::string_view prefix, std::span<const std::byte> data) {
  const std::size_t symbols = (data.size() * 8 + 4) / 5;
  Buffer<char, Secret> text(prefix.size() + 1 + symbols + kChecksum);
  std::size_t filled = 0;
  for (const char c : prefix) text[filled++] = c;
  text[filled++] = '1';
  Remainder remainder;
  remainder.feed_prefix(prefix);
  const auto put = [&](std::uint32_t symbol) {
    remainder.feed(symbol);
    text[filled++] = letter_of(symbol);
  };
  std::uint32_t bits = 0;
  unsigned count = 0;
  for (const std::byte byte : data) {
    bits = (bits << 8 | std::to_integer<std::uint32_t>(byte)) & 0xfff;
    for (count += 8; count >= 5;) put(bits >> (count -= 5) & 31);
  }
  if (count > 0) put(bits << (5 - count) & 31);
  Remainder end = remainder;
  for (std::size_t i = 0; i < kChecksum; ++i) end.feed(0);
  const std::uint32_t checksum = end.value() ^ 1;
  for (std::size_t i = 0; i < kChecksum; ++i) {
    text[filled++] = letter_of(checksum >> (25 - 5 * i) & 31);
  }
  return text;
}

}  // namespace lath::io::age
