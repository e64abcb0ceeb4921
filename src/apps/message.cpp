// SPDX-License-Identifier: Apache-2.0
#include "apps/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "wire/byte_writer.hpp"
#include "wire/object_start.hpp"

namespace lath::apps {
namespace {

const char* name_of_protocol(std::uint8_t protocol) noexcept {
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
  put(detail::object_start(ObjectKind::message,
                           {static_cast<std::uint8_t>(header.protocol), header.kind}));
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
  detail::store_number(std::span(all).first(bytes), number);
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
  detail::store_number(bytes_.span().subspan(kMessageHeaderBytes - 8, 8),
                       size_ - kMessageHeaderBytes);
  const std::size_t size = std::exchange(size_, 0);
  Buffer<std::byte> bytes = std::exchange(bytes_, {});
  return size == bytes.size() ? std::move(bytes) : Buffer<std::byte>(bytes.span().first(size));
}

MessageReader::MessageReader(ByteView bytes, Protocol protocol, std::uint8_t kind, const char* what)
    : what_(what), reader_(bytes.span(), what, "send the message again as it was made") {
  if (reader_.size() < kMessageHeaderBytes) {
    refuse("of " + std::to_string(reader_.size()) + " bytes",
           "a header of " + std::to_string(kMessageHeaderBytes));
  }
  const detail::KindBytes own =
      detail::read_object_start(take(detail::kObjectStartBytes), ObjectKind::message);
  if (own.first != static_cast<std::uint8_t>(protocol) || own.second != kind) {
    throw Error(ErrorCode::mismatch,
                "message " + std::to_string(own.second) + " of " + name_of_protocol(own.first),
                "need message " + std::to_string(kind) + " of " +
                    name_of_protocol(static_cast<std::uint8_t>(protocol)) + ", " + what_,
                "give each message to the function that reads it");
  }
  number_ = take_number(8);
  std::ranges::copy(take(session_.size()), session_.begin());
  if (const std::uint64_t count = take_number(8); count != reader_.left()) {
    refuse("with " + std::to_string(reader_.left()) + " bytes behind its header",
           std::to_string(count) + ", which the header says");
  }
}

void MessageReader::require_session(const SessionId& session) const {
  if (session_ == session) return;
  throw Error(ErrorCode::mismatch, std::string(what_) + " of another session",
              "need one of this session", "send the setup of this session first");
}

void MessageReader::require_number(std::uint64_t number) const {
  if (number_ == number) return;
  throw Error(
      ErrorCode::mismatch, std::string(what_) + " with the number " + std::to_string(number_),
      "need number " + std::to_string(number), "give the messages in their order, each once");
}

std::span<const std::byte> MessageReader::take_object() {
  return take(static_cast<std::size_t>(take_number(8)));
}

void MessageReader::refuse(const std::string& found, const std::string& needed) const {
  reader_.refuse(' ' + found, needed);
}

}  // namespace lath::apps
