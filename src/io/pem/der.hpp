// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

/// The distinguished encoding rules (X.690) as far as keys need them: tags of one byte, definite
/// lengths in the fewest bytes. Tags and lengths are public, contents may be secret.
namespace lath::detail::der {

using Bytes = std::span<const std::byte>;

enum class Tag : std::uint8_t {
  integer = 0x02,
  bit_string = 0x03,
  octet_string = 0x04,
  null = 0x05,
  object_identifier = 0x06,
  sequence = 0x30,
  implicit_0 = 0x80,     ///< [0] IMPLICIT of a primitive type
  implicit_1 = 0x81,     ///< [1] IMPLICIT of a primitive type
  constructed_0 = 0xa0,  ///< [0] of a constructed type
};

/// Takes one element after the other. Every error is malformed, with the name of the object and of
/// its part: "a private key without its algorithm".
class Reader {
 public:
  /// Of all elements in `bytes`, which are parts of `object`: "a private key".
  Reader(Bytes bytes, const char* object) noexcept : rest_(bytes), object_(object) {}

  /// Whether there is another element, and it has this tag.
  [[nodiscard]] bool next_is(Tag tag) const noexcept;
  /// The contents of the next element. Throws unless it has this tag, and a length as DER has it.
  Bytes take(Tag tag, const char* part);
  /// A reader of the contents of the next element.
  Reader enter(Tag tag, const char* part) { return {take(tag, part), object_}; }
  /// The next element, a nonnegative integer. Throws where it has more than `bits` bits, up to 64.
  std::uint64_t take_integer(unsigned bits, const char* part);
  /// The elements that were not taken yet.
  [[nodiscard]] Bytes rest() const noexcept { return rest_; }
  /// Throws where an element follows.
  void end(const char* part) const;

  /// Throws malformed: "<object> <fault>".
  [[noreturn]] void refuse(const std::string& fault) const;

 private:
  Bytes rest_;
  const char* object_;
};

/// The bytes of an element with so many bytes of contents, up to 65535.
[[nodiscard]] std::size_t element_bytes(std::size_t contents) noexcept;

/// Writes elements into memory of the right size.
class Writer {
 public:
  explicit Writer(std::span<std::byte> out) noexcept : rest_(out) {}
  /// The tag and the length of an element, up to 65535 bytes, whose contents follow.
  void begin(Tag tag, std::size_t contents);
  /// Bytes of contents.
  void bytes(Bytes bytes);
  /// A whole element.
  void element(Tag tag, Bytes contents);

 private:
  std::span<std::byte> rest_;
};

/// The numbers of an object identifier, as 1.2.840; "?" for contents that are none.
[[nodiscard]] std::string dotted(Bytes object_identifier);

}  // namespace lath::detail::der
