// SPDX-License-Identifier: Apache-2.0
#include "io/pem/armour.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "io/pem/base64.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/quote.hpp"

namespace lath::detail::pem {
namespace {

constexpr std::string_view kBegin = "-----BEGIN ", kEnd = "-----END ", kDashes = "-----";
constexpr std::size_t kLineCharacters = 64, kMaxLabel = 64;

using Text = std::span<const std::byte>;

// Whether a character is `sought`, one that base64 does not have. Public: it is no part of a key.
bool is_outside(std::byte character, char sought) noexcept {
  auto same = ct::mask_equal<std::uint32_t>(std::to_integer<std::uint32_t>(character),
                                            static_cast<unsigned char>(sought));
  ct::declassify(&same, sizeof same);
  return same != 0;
}

bool starts_with(Text text, std::string_view start) noexcept {
  if (text.size() < start.size()) return false;
  for (std::size_t i = 0; i < start.size(); ++i) {
    if (!is_outside(text[i], start[i])) return false;
  }
  return true;
}

// Where a block begins: at the start of a line.
std::optional<std::size_t> beginning(Text text) noexcept {
  for (std::size_t i = 0; i + kBegin.size() <= text.size(); ++i) {
    if ((i == 0 || is_outside(text[i - 1], '\n')) && starts_with(text.subspan(i), kBegin)) return i;
  }
  return std::nullopt;
}

[[noreturn]] void refuse_text(std::string found) {
  throw Error(ErrorCode::malformed, std::move(found),
              "need one block from -----BEGIN ...----- to -----END ...-----",
              "copy the file again from where it was made");
}

// The label at the start of `text`, which follows kBegin.
std::string label_at(Text text) {
  std::string label;
  for (const std::byte each : text.first(std::min(text.size(), kMaxLabel + 1))) {
    if (is_outside(each, '-')) return label;
    label += static_cast<char>(each);
    if (is_outside(each, '\n')) break;
  }
  refuse_text("a PEM text whose first line is not complete");
}

bool is_blank(Text text) noexcept {
  return std::ranges::all_of(text, [](std::byte each) {
    return is_outside(each, ' ') || is_outside(each, '\t') || is_outside(each, '\r') ||
           is_outside(each, '\n');
  });
}

Text without(Text text, std::string_view start, const char* fault) {
  if (!starts_with(text, start)) refuse_text(fault);
  return text.subspan(start.size());
}

}  // namespace

bool has_block(Text file) noexcept { return beginning(file).has_value(); }

Block read_block(Text file) {
  const auto start = beginning(file);
  if (!start) refuse_text("a text without a line that starts with -----BEGIN");
  Text rest = file.subspan(*start + kBegin.size());
  Block block{label_at(rest), {}};
  rest = without(rest.subspan(block.label.size()), kDashes,
                 "a PEM text whose first line does not end in -----");
  const auto dash =
      std::ranges::find_if(rest, [](std::byte each) { return is_outside(each, '-'); });
  const auto size = static_cast<std::size_t>(dash - rest.begin());
  auto bytes = base64::decode(rest.first(size));
  if (!bytes) refuse_text("a PEM text " + quote(block.label) + " that is not base64");
  block.bytes = std::move(*bytes);
  constexpr const char* kNoEnd = "a PEM text whose last line is not that of its first";
  rest = without(rest.subspan(size), kEnd, kNoEnd);
  rest = without(without(rest, block.label, kNoEnd), kDashes, kNoEnd);
  if (!is_blank(rest)) refuse_text("a PEM text with more behind its first block");
  return block;
}

Buffer<std::byte, Secret> write_block(std::string_view label, Text bytes) {
  const std::size_t characters = base64::encoded_size(bytes.size());
  Buffer<std::byte, Secret> digits(characters);
  base64::encode(bytes, digits.span());
  const std::size_t lines = (characters + kLineCharacters - 1) / kLineCharacters;
  Buffer<std::byte, Secret> text(kBegin.size() + kEnd.size() + 2 * (label.size() + kDashes.size()) +
                                 characters + lines + 2);
  std::byte* out = text.data();
  const auto write = [&out](Text part) { out = std::ranges::copy(part, out).out; };
  const auto write_text = [&](std::string_view part) { write(std::as_bytes(std::span(part))); };
  for (const std::string_view part : {kBegin, label, kDashes, std::string_view("\n")}) {
    write_text(part);
  }
  for (std::size_t i = 0; i < characters; i += kLineCharacters) {
    write(digits.span().subspan(i, std::min(kLineCharacters, characters - i)));
    write_text("\n");
  }
  for (const std::string_view part : {kEnd, label, kDashes, std::string_view("\n")}) {
    write_text(part);
  }
  return text;
}

}  // namespace lath::detail::pem
