// SPDX-License-Identifier: Apache-2.0
//
// The opening of messages: what was written is read, and every other byte string is refused.
#include "apps/message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "lath/base/error.hpp"

namespace lath::apps {
namespace {

constexpr std::uint8_t kKind = 2;
const SessionId kSession = {std::byte{1}, std::byte{2}, std::byte{3}};

Buffer<std::byte> message() {
  MessageWriter writer({Protocol::retrieval, kKind, kSession, 7});
  writer.put_number(513, 2);
  const std::byte object[] = {std::byte{4}, std::byte{5}, std::byte{6}};
  writer.put_object(object);
  return writer.finish();
}

// Reads a whole message; throws what a reader throws.
void read(const Buffer<std::byte>& bytes) {
  MessageReader reader(bytes, Protocol::retrieval, kKind, "a query");
  reader.require_session(kSession);
  reader.require_number(7);
  EXPECT_EQ(reader.take_number(2), 513);
  EXPECT_EQ(reader.take_object().size(), 3);
  reader.require_end();
}

ErrorCode code_of(const Buffer<std::byte>& bytes) {
  try {
    read(bytes);
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "accepted";
  return ErrorCode::invalid_argument;
}

TEST(Message, IsReadAsItWasWritten) {
  const Buffer<std::byte> bytes = message();
  EXPECT_EQ(bytes.size(), kMessageHeaderBytes + 2 + 8 + 3);
  EXPECT_NO_THROW(read(bytes));
}

TEST(Message, IsRefusedWhereItEndsTooEarlyOrTooLate) {
  const Buffer<std::byte> bytes = message();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Buffer<std::byte> shorter(bytes.span().first(size));
    EXPECT_EQ(code_of(shorter), ErrorCode::malformed) << size;
    if (size < kMessageHeaderBytes) continue;
    // The header agrees with the bytes, so that the parts are missed.
    shorter[32] = static_cast<std::byte>(size - kMessageHeaderBytes);
    EXPECT_EQ(code_of(shorter), ErrorCode::malformed) << size;
  }
  Buffer<std::byte> longer(bytes.size() + 1);
  std::ranges::copy(bytes, longer.span().begin());
  EXPECT_EQ(code_of(longer), ErrorCode::malformed);
  longer[32] = static_cast<std::byte>(longer.size() - kMessageHeaderBytes);
  EXPECT_EQ(code_of(longer), ErrorCode::malformed);
}

TEST(Message, OfAnotherProtocolKindSessionOrNumberIsAMismatch) {
  for (const std::size_t byte : {6U, 7U, 8U, 16U, 31U}) {
    Buffer<std::byte> other = message();
    other[byte] ^= std::byte{1};
    EXPECT_EQ(code_of(other), ErrorCode::mismatch) << byte;
  }
  for (const std::size_t byte : {0U, 3U, 4U, 5U}) {
    Buffer<std::byte> other = message();
    other[byte] ^= std::byte{1};
    EXPECT_EQ(code_of(other), ErrorCode::malformed) << byte;
  }
}

// A length that wraps around is no length.
TEST(Message, WithALongObjectIsRefused) {
  Buffer<std::byte> bytes = message();
  for (std::size_t i = 0; i < 8; ++i) bytes[kMessageHeaderBytes + 2 + i] = std::byte{0xff};
  EXPECT_EQ(code_of(bytes), ErrorCode::malformed);
}

TEST(Message, NamesItsProtocol) {
  Buffer<std::byte> bytes = message();
  bytes[6] = std::byte{1};
  try {
    read(bytes);
    FAIL();
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("modular exponentiation"), std::string::npos) << text;
    EXPECT_NE(text.find("private retrieval, a query"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace lath::apps
