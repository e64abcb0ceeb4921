// SPDX-License-Identifier: Apache-2.0
#include "io/objects/cbor.hpp"

#include <cbor.h>

#include <algorithm>
#include <array>
#include <string>

namespace lath::io {
namespace {

constexpr std::size_t kMostHeadBytes = 9;
using Head = std::array<unsigned char, kMostHeadBytes>;

std::size_t encode(Head& out, CborType type, std::uint64_t value) noexcept {
  switch (type) {
    case CborType::number:
      return cbor_encode_uint(value, out.data(), out.size());
    case CborType::negative:
      return cbor_encode_negint(value, out.data(), out.size());
    case CborType::bytes:
      return cbor_encode_bytestring_start(value, out.data(), out.size());
    case CborType::text:
      return cbor_encode_string_start(value, out.data(), out.size());
    case CborType::array:
      return cbor_encode_array_start(value, out.data(), out.size());
    case CborType::map:
      return cbor_encode_map_start(value, out.data(), out.size());
    case CborType::tag:
      return cbor_encode_tag(value, out.data(), out.size());
    case CborType::simple:
      break;
  }
  return cbor_encode_ctrl(static_cast<std::uint8_t>(value), out.data(), out.size());
}

[[noreturn]] void refuse_item(const char* what) {
  refuse_envelope(std::string("an envelope with another item as ") + what,
                  "the items of docs/wire-format.md, in their shortest form");
}

}  // namespace

CborWriter& CborWriter::head(CborType type, std::uint64_t value) {
  Head head;
  const auto bytes = std::as_bytes(std::span(head)).first(encode(head, type, value));
  written_.insert(written_.end(), bytes.begin(), bytes.end());
  return *this;
}

CborWriter& CborWriter::bytes(std::span<const std::byte> bytes) {
  head(CborType::bytes, bytes.size());
  written_.insert(written_.end(), bytes.begin(), bytes.end());
  return *this;
}

std::uint64_t CborReader::head(CborType type, const char* what) {
  Head found{};
  found[0] = std::to_integer<unsigned char>(bytes_.take(1).front());
  const unsigned low = found[0] & 31U;
  // 24 to 27: the number stands in 1, 2, 4 or 8 bytes behind; 28 and more are not used here.
  if (low > 27) refuse_item(what);
  const std::size_t more = low < 24 ? 0 : std::size_t{1} << (low - 24);
  std::uint64_t value = low;
  if (more != 0) {
    const std::span<const std::byte> bytes = bytes_.take(more);
    std::ranges::copy(bytes, std::as_writable_bytes(std::span(found)).begin() + 1);
    value = 0;
    for (const std::byte byte : bytes) value = value << 8 | std::to_integer<std::uint64_t>(byte);
  }
  Head expected{};
  const std::size_t size = encode(expected, type, value);
  if (size != 1 + more || found != expected) refuse_item(what);
  return value;
}

std::span<const std::byte> CborReader::bytes(std::uint64_t most, const char* what) {
  const std::uint64_t size = head(CborType::bytes, what);
  if (size > most) {
    refuse_envelope(std::string(what) + " of " + std::to_string(size) + " bytes in an envelope",
                    "at most " + std::to_string(most));
  }
  return bytes_.take(static_cast<std::size_t>(size));
}

}  // namespace lath::io
