// SPDX-License-Identifier: Apache-2.0
#include "io/pem/der.hpp"

#include <algorithm>
#include <array>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::detail::der {
namespace {

// A byte of the frame. Public: the frame of a key depends on its parameter set and form only.
unsigned frame_byte(Bytes bytes, std::size_t at) {
  const auto byte = bytes[at];
  ct::declassify(&byte, sizeof byte);
  return std::to_integer<unsigned>(byte);
}

}  // namespace

bool Reader::next_is(Tag tag) const noexcept {
  return !rest_.empty() && frame_byte(rest_, 0) == static_cast<unsigned>(tag);
}

void Reader::refuse(const std::string& fault) const {
  throw Error(ErrorCode::malformed, std::string(object_) + " " + fault,
              "need the DER of RFC 9935, each length in the fewest bytes",
              "write the key again, or copy it again from where it was made");
}

Bytes Reader::take(Tag tag, const char* part) {
  if (!next_is(tag)) refuse(std::string("without ") + part);
  if (rest_.size() < 2) refuse(std::string("that was cut off in ") + part);
  std::size_t length = frame_byte(rest_, 1), at = 2;
  if (length >= 0x80) {
    const std::size_t digits = length & 0x7f;
    if (digits == 0 || digits > 2 || rest_.size() < at + digits) {
      refuse(std::string("with another length of ") + part);
    }
    length = 0;
    for (std::size_t i = 0; i < digits; ++i) length = length << 8 | frame_byte(rest_, at++);
    if (length < (digits == 1 ? 0x80U : 0x100U)) {
      refuse(std::string("whose length of ") + part + " has more bytes than necessary");
    }
  }
  if (length > rest_.size() - at) refuse(std::string("that was cut off in ") + part);
  const Bytes contents = rest_.subspan(at, length);
  rest_ = rest_.subspan(at + length);
  return contents;
}

std::uint64_t Reader::take_integer(unsigned bits, const char* part) {
  const Bytes contents = take(Tag::integer, part);
  const bool padded = contents.size() > 1 && frame_byte(contents, 0) == 0;
  if (contents.empty() || frame_byte(contents, 0) >= 0x80 ||
      (padded && frame_byte(contents, 1) < 0x80)) {
    refuse(std::string("whose ") + part + " is no nonnegative integer");
  }
  const Bytes digits = padded ? contents.subspan(1) : contents;
  std::uint64_t value = 0;
  if (digits.size() <= 8) {
    for (std::size_t i = 0; i < digits.size(); ++i) value = value << 8 | frame_byte(digits, i);
  }
  if (digits.size() > 8 || (bits < 64 && value >> bits != 0)) {
    refuse(std::string("whose ") + part + " has more than " + std::to_string(bits) + " bits");
  }
  return value;
}

void Reader::end(const char* part) const {
  if (!rest_.empty()) {
    refuse("with " + std::to_string(rest_.size()) + " bytes behind " + part);
  }
}

std::size_t element_bytes(std::size_t contents) noexcept {
  return contents + (contents < 0x80 ? 2 : contents < 0x100 ? 3 : 4);
}

void Writer::begin(Tag tag, std::size_t contents) {
  std::array<std::byte, 4> frame{std::byte{static_cast<std::uint8_t>(tag)}};
  const std::size_t size = element_bytes(contents) - contents;
  if (size == 2) {
    frame[1] = static_cast<std::byte>(contents);
  } else {
    frame[1] = static_cast<std::byte>(0x80 + size - 2);
    for (std::size_t i = 2; i < size; ++i) {
      frame[i] = static_cast<std::byte>(contents >> (8 * (size - 1 - i)));
    }
  }
  bytes(std::span(frame).first(size));
}

void Writer::bytes(Bytes bytes) {
  std::ranges::copy(bytes, rest_.begin());
  rest_ = rest_.subspan(bytes.size());
}

void Writer::element(Tag tag, Bytes contents) {
  begin(tag, contents.size());
  bytes(contents);
}

std::string dotted(Bytes object_identifier) {
  std::string text;
  std::uint64_t value = 0;
  bool complete = false;
  for (const std::byte byte : object_identifier) {
    if (value >> 56 != 0) return "?";
    value = value << 7 | (std::to_integer<std::uint64_t>(byte) & 0x7f);
    complete = (std::to_integer<unsigned>(byte) & 0x80) == 0;
    if (!complete) continue;
    if (text.empty()) {
      const std::uint64_t first = value < 40 ? 0 : value < 80 ? 1 : 2;
      text = std::to_string(first) + "." + std::to_string(value - 40 * first);
    } else {
      text += '.';
      text += std::to_string(value);
    }
    value = 0;
  }
  return complete ? text : "?";
}

}  // namespace lath::detail::der
