// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/objects/envelope_bytes.hpp"

/// @file
/// The part of CBOR (RFC 8949) that envelopes are made of, in its one deterministic form: lengths
/// are definite, and numbers are as short as they can be.
namespace lath::io {

/// The types of items, as their highest three bits say them.
enum class CborType : std::uint8_t {
  number = 0,
  negative = 1,
  bytes = 2,
  text = 3,
  array = 4,
  map = 5,
  tag = 6,
  simple = 7,
};
/// null, as a value of the type simple.
inline constexpr std::uint64_t kCborNull = 22;

/// Writes items, one behind the other.
class CborWriter {
 public:
  /// The head of an item: its type, and a number, a length or a tag. -1 - n is the negative n.
  CborWriter& head(CborType type, std::uint64_t value);
  CborWriter& bytes(std::span<const std::byte> bytes);
  CborWriter& null() { return head(CborType::simple, kCborNull); }
  [[nodiscard]] const std::vector<std::byte>& written() const noexcept { return written_; }

 private:
  std::vector<std::byte> written_;
};

/// Reads items. Throws malformed for another item than the one that is asked for, and for items
/// that are not in the form that a writer gives them.
class CborReader {
 public:
  explicit CborReader(EnvelopeBytes& bytes) noexcept : bytes_(bytes) {}
  /// The value of a head of this type; `what` names the item in errors, "the number of chunks".
  std::uint64_t head(CborType type, const char* what);
  /// A string of at most so many bytes, valid until the next call.
  std::span<const std::byte> bytes(std::uint64_t most, const char* what);

 private:
  EnvelopeBytes& bytes_;
};

/// The bytes of a head with this value.
[[nodiscard]] constexpr std::size_t cbor_head_bytes(std::uint64_t value) noexcept {
  return value < 24 ? 1 : value < 0x100 ? 2 : value < 0x10000 ? 3 : value < 0x100000000 ? 5 : 9;
}

}  // namespace lath::io
