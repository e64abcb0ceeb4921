// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "lath/base/buffer.hpp"
#include "lath/random/generator.hpp"
#include "wire/byte_reader.hpp"

/// @file
/// The messages of client and server: a header of 40 bytes with the protocol, the kind of message,
/// its number and the session, and then numbers and objects. docs/wire-format.md has the layout.
namespace lath::apps {

/// The protocols.
enum class Protocol : std::uint8_t { exponentiation = 1, curve = 2, retrieval = 3 };

/// The session of one client's setup: messages of other sessions are refused.
using SessionId = std::array<std::byte, 16>;
/// A new one.
[[nodiscard]] SessionId draw_session(Generator& generator);

/// The opening of a message. Kinds are numbered from 1 in each protocol.
struct MessageHeader {
  Protocol protocol;
  std::uint8_t kind;
  SessionId session;
  std::uint64_t number = 0;
};

inline constexpr std::size_t kMessageHeaderBytes = 40;

/// Writes a message, part after part, and counts its bytes at the end.
class MessageWriter {
 public:
  explicit MessageWriter(const MessageHeader& header);

  /// Takes memory for so many bytes in all, where their number is known.
  void reserve(std::size_t bytes);

  /// The lowest bytes of a number.
  void put_number(std::uint64_t number, std::size_t bytes = 8);
  /// Bytes whose number the reader knows.
  void put(std::span<const std::byte> bytes);
  /// An object, with the number of its bytes.
  void put_object(std::span<const std::byte> bytes);
  /// The message. The writer is empty afterwards.
  [[nodiscard]] Buffer<std::byte> finish();

 private:
  Buffer<std::byte> bytes_;  // memory for more than is written
  std::size_t size_ = 0;
};

/// Reads a message, part after part. Nothing is allocated. Each function throws malformed if the
/// bytes end too early.
class MessageReader {
 public:
  /// Checks the header: throws malformed if the bytes are no message of this version or their
  /// number is wrong, mismatch if the message is of another protocol or kind. `what` names the
  /// message in errors, "a setup of a retrieval", and outlives the reader.
  MessageReader(ByteView bytes, Protocol protocol, std::uint8_t kind, const char* what);

  [[nodiscard]] const SessionId& session() const noexcept { return session_; }
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  /// Throws mismatch unless the message belongs to this session.
  void require_session(const SessionId& session) const;
  /// Throws mismatch unless the message has this number; `of` says of what, "the answer".
  void require_number(std::uint64_t number) const;

  [[nodiscard]] std::uint64_t take_number(std::size_t bytes = 8) {
    return reader_.take_number(bytes);
  }
  [[nodiscard]] std::span<const std::byte> take(std::size_t count) { return reader_.take(count); }
  /// The bytes of an object.
  [[nodiscard]] std::span<const std::byte> take_object();
  /// Throws malformed if bytes are left.
  void require_end() const { reader_.require_end(); }

  /// Throws malformed, of this message.
  [[noreturn]] void refuse(const std::string& found, const std::string& needed) const;

 private:
  const char* what_;
  detail::ByteReader reader_;
  SessionId session_{};
  std::uint64_t number_ = 0;
};

}  // namespace lath::apps
