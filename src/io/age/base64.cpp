// SPDX-License-Identifier: Apache-2.0
#include "io/age/base64.hpp"

#include <array>
#include <cstdint>

namespace lath::io::age {
namespace {

constexpr std::string_view kAlphabet =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> make_digits() {
  std::array<std::uint8_t, 256> digits{};
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i) {
    digits[static_cast<unsigned char>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  }
  return digits;
}
constexpr std::array<std::uint8_t, 256> kDigits = make_digits();

std::uint32_t digit_of(char c) { return kDigits[static_cast<unsigned char>(c)]; }

// The text without the padding, where there is just what there should be.
std::optional<std::string_view> without_padding(std::string_view text) noexcept {
  if ((text.size() & 3) != 0) return std::nullopt;
  std::string_view rest = text;
  for (int i = 0; i < 2 && rest.ends_with('='); ++i) rest.remove_suffix(1);
  return rest;
}

}  // namespace

std::string base64(std::span<const std::byte> bytes, Padding padding) {
  std::string text;
  text.reserve((bytes.size() / 3 + 1) * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < count; ++k) {
      group |= std::to_integer<std::uint32_t>(bytes[i + k]) << (16 - 8 * k);
    }
    for (std::size_t k = 0; k <= count; ++k) text += kAlphabet[group >> (18 - 6 * k) & 63];
    if (padding == Padding::full) text.append(3 - count, '=');
  }
  return text;
}

std::optional<std::size_t> from_base64(std::string_view text, Padding padding,
                                       std::span<std::byte> out) noexcept {
  if (padding == Padding::full) {
    const auto rest = without_padding(text);
    if (!rest) return std::nullopt;
    text = *rest;
  }
  std::size_t filled = 0;
  std::uint32_t wrong = 0;
  while (text.size() >= 4) {
    const std::uint32_t a = digit_of(text[0]), b = digit_of(text[1]), c = digit_of(text[2]),
                        d = digit_of(text[3]);
    wrong |= a | b | c | d;
    const std::uint32_t group = a << 18 | b << 12 | c << 6 | d;
    out[filled++] = static_cast<std::byte>(group >> 16);
    out[filled++] = static_cast<std::byte>(group >> 8);
    out[filled++] = static_cast<std::byte>(group);
    text.remove_prefix(4);
  }
  if (text.size() == 1) return std::nullopt;
  if (!text.empty()) {
    const std::uint32_t a = digit_of(text[0]), b = digit_of(text[1]),
                        c = text.size() == 3 ? digit_of(text[2]) : 0;
    wrong |= a | b | c;
    const std::uint32_t group = a << 18 | b << 12 | c << 6;
    out[filled++] = static_cast<std::byte>(group >> 16);
    if (text.size() == 3) out[filled++] = static_cast<std::byte>(group >> 8);
    // The bits behind the last byte are zeros in the canonical text.
    if ((group & (text.size() == 3 ? 0xffU : 0xffffU)) != 0) return std::nullopt;
  }
  if (wrong > 63) return std::nullopt;
  return filled;
}

std::optional<std::vector<std::byte>> from_base64(std::string_view text, Padding padding) {
  std::vector<std::byte> bytes((text.size() + 3) / 4 * 3);
  const auto size = from_base64(text, padding, bytes);
  if (!size) return std::nullopt;
  bytes.resize(*size);
  return bytes;
}

}  // namespace lath::io::age
