// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "io/seal/decompression.hpp"

/// @file
/// The layout that all objects of SEAL 4 share: a header of 16 bytes, then the members. Numbers
/// have the least significant byte first.
///
///     0  5e a1
///     2  16, the size of the header
///     3  4, and the minor version, a byte each
///     5  the compression of the members: 0 none, 1 zlib, 2 zstd
///     6  0, 0
///     8  the bytes of the whole object, the header included
///
/// An object that is a member of another has a header of its own and is never compressed.
namespace lath::io::seal {

inline constexpr std::size_t kHeaderBytes = 16;
/// The version that Lath writes: every SEAL from 4.1 on reads the bytes.
inline constexpr unsigned kMajorVersion = 4, kWrittenMinorVersion = 1, kLargestMinorVersion = 4;

/// How the members of an object are stored.
enum class Compression : std::uint8_t { none = 0, zlib = 1, zstd = 2 };

/// A header that was checked.
struct Header {
  unsigned minor_version;
  Compression compression;
};
/// The header of an object that is `what`, "a ciphertext", and has all of these bytes. Throws
/// malformed if they begin with no header of SEAL or have another size, unsupported for another
/// version of SEAL.
[[nodiscard]] Header header_of(std::span<const std::byte> bytes, const std::string& what);

/// Throws unsupported, of an object whose members zlib compressed.
[[noreturn]] void refuse_zlib(const std::string& what);

/// Reads the members of an object one after the other. Throws malformed where the bytes end too
/// early.
class MemberReader {
 public:
  /// The members of an object that is `what`.
  MemberReader(std::span<const std::byte> members, std::string what)
      : rest_(members), what_(std::move(what)) {}

  [[nodiscard]] std::size_t bytes_left() const noexcept { return rest_.size(); }
  [[nodiscard]] std::span<const std::byte> take(std::uint64_t size);
  [[nodiscard]] unsigned take_byte();
  /// A number of 8 bytes.
  [[nodiscard]] std::uint64_t take_number();
  /// An object among the members, of which the header was read: its members.
  [[nodiscard]] MemberReader take_object(const std::string& what);
  /// An array among the members: a header, the number of words, and the words. Throws malformed
  /// unless there are as many words as needed.
  [[nodiscard]] std::span<const std::byte> take_words(std::uint64_t count);
  /// The number of words of the array that comes next, if one does; nothing is read.
  [[nodiscard]] std::uint64_t words_ahead() const noexcept;
  /// Throws malformed unless all members were read.
  void require_end() const;
  /// Throws malformed, of this object.
  [[noreturn]] void refuse(const std::string& found, const std::string& needed) const;

 private:
  std::span<const std::byte> rest_;
  std::string what_;
};

/// The members of an outermost object, decompressed if they have to be, into memory that is wiped.
class Members {
 public:
  /// Throws what header_of() does; malformed if there are more than `most` bytes of members, before
  /// they are decompressed; unsupported for members that zlib compressed.
  Members(std::span<const std::byte> bytes, const std::string& what, std::uint64_t most);
  Members(const Members&) = delete;
  Members& operator=(const Members&) = delete;
  ~Members() = default;

  [[nodiscard]] MemberReader reader() const { return {members_, what_}; }

 private:
  std::string what_;
  Contents decompressed_;
  std::span<const std::byte> members_;
};

}  // namespace lath::io::seal
