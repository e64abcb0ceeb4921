// SPDX-License-Identifier: Apache-2.0
#include "apps/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::apps {
namespace {

constexpr std::array<std::byte, 4> kMagic{std::byte{'l'}, std::byte{'a'}, std::byte{'t'},
                                          std::byte{'h'}};
constexpr std::uint8_t kMessage = 18, kVersion = 1;

std::uint64_t number_in(std::span<const std::byte> bytes) noexcept {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) {
    number = number << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  }
  return number;
}

const char* name_of(std::uint8_t protocol) noexcept {
  switch (static_cast<Protocol>(protocol)) {
    case Protocol::exponentiation:
      return "modular exponentiation";
    case Protocol::curve:
      return "elliptic curves";
    case Protocol::retrieval:
      return "private retrieval";
  }
  return "a protocol that this version does not know";
}

}  // namespace

SessionId draw_session(Generator& generator) {
  SessionId session;
  generator.fill(session);
  ct::declassify(session.data(), session.size());  // it stands in every message
  return session;
}

MessageWriter::MessageWriter(const MessageHeader& header) {
  put(kMagic);
  put_number(kMessage, 1);
  put_number(kVersion, 1);
  put_number(static_cast<std::uint8_t>(header.protocol), 1);
  put_number(header.kind, 1);
  put_number(header.number);
  put(header.session);
  put_number(0);  // the number of bytes, which finish() knows
}

void MessageWriter::reserve(std::size_t bytes) {
  if (bytes <= bytes_.size()) return;
  auto larger = Buffer<std::byte>::for_overwrite(bytes);
  std::ranges::copy(bytes_.span().first(size_), larger.begin());
  bytes_ = std::move(larger);
}

void MessageWriter::put_number(std::uint64_t number, std::size_t bytes) {
  std::array<std::byte, 8> all{};
  for (std::size_t i = 0; i < bytes; ++i) all[i] = static_cast<std::byte>(number >> (8 * i) & 0xff);
  put(std::span(all).first(bytes));
}

void MessageWriter::put(std::span<const std::byte> bytes) {
  const std::size_t needed = size_ + bytes.size();
  if (needed > bytes_.size()) reserve(std::max(needed, 2 * bytes_.size()));
  std::ranges::copy(bytes, bytes_.begin() + size_);
  size_ = needed;
}

void MessageWriter::put_object(std::span<const std::byte> bytes) {
  put_number(bytes.size());
  put(bytes);
}

Buffer<std::byte> MessageWriter::finish() {
  const std::uint64_t count = size_ - kMessageHeaderBytes;
  for (std::size_t i = 0; i < 8; ++i) {
    bytes_[kMessageHeaderBytes - 8 + i] = static_cast<std::byte>(count >> (8 * i) & 0xff);
  }
  const std::size_t size = std::exchange(size_, 0);
  Buffer<std::byte> bytes = std::exchange(bytes_, {});
  return size == bytes.size() ? std::move(bytes) : Buffer<std::byte>(bytes.span().first(size));
}

MessageReader::MessageReader(ByteView bytes, Protocol protocol, std::uint8_t kind, std::string what)
    : what_(std::move(what)), rest_(bytes.span()) {
  const std::size_t found = rest_.size();
  if (found < kMessageHeaderBytes) {
    refuse("of " + std::to_string(found) + " bytes",
           "a header of " + std::to_string(kMessageHeaderBytes));
  }
  if (!std::ranges::equal(take(4), kMagic) || take_number(1) != kMessage) {
    refuse("that does not begin as a message", "the bytes of a message of Lath");
  }
  if (const std::uint64_t version = take_number(1); version != kVersion) {
    refuse("of version " + std::to_string(version), "version " + std::to_string(kVersion));
  }
  const auto of = static_cast<std::uint8_t>(take_number(1));
  const std::uint64_t found_kind = take_number(1);
  if (of != static_cast<std::uint8_t>(protocol) || found_kind != kind) {
    throw Error(ErrorCode::mismatch, "message " + std::to_string(found_kind) + " of " + name_of(of),
                "need message " + std::to_string(kind) + " of " +
                    name_of(static_cast<std::uint8_t>(protocol)) + ", " + what_,
                "give each message to the function that reads it");
  }
  number_ = take_number(8);
  std::ranges::copy(take(session_.size()), session_.begin());
  if (const std::uint64_t count = take_number(8); count != rest_.size()) {
    refuse("with " + std::to_string(rest_.size()) + " bytes behind its header",
           std::to_string(count) + ", which the header says");
  }
}

void MessageReader::require_session(const SessionId& session) const {
  if (session_ == session) return;
  throw Error(ErrorCode::mismatch, what_ + " of another session", "need one of this session",
              "send the setup of this session first");
}

void MessageReader::require_number(std::uint64_t number) const {
  if (number_ == number) return;
  throw Error(ErrorCode::mismatch, what_ + " with the number " + std::to_string(number_),
              "need number " + std::to_string(number),
              "give the messages in their order, each once");
}

std::uint64_t MessageReader::take_number(std::size_t bytes) { return number_in(take(bytes)); }

std::span<const std::byte> MessageReader::take(std::size_t count) {
  if (count > rest_.size()) {
    refuse("that ends " + std::to_string(count - rest_.size()) + " bytes too early",
           "all of its parts");
  }
  const std::span<const std::byte> result = rest_.first(count);
  rest_ = rest_.subspan(count);
  return result;
}

std::span<const std::byte> MessageReader::take_object() {
  return take(static_cast<std::size_t>(take_number(8)));
}

void MessageReader::require_end() const {
  if (rest_.empty()) return;
  refuse("with " + std::to_string(rest_.size()) + " bytes too many", "nothing behind its parts");
}

void MessageReader::refuse(const std::string& found, const std::string& needed) const {
  throw Error(ErrorCode::malformed, what_ + ' ' + found, "need " + needed,
              "send the message again as it was made");
}

}  // namespace lath::apps
