// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fixtures.hpp"
#include "io/sha256.hpp"
#include "lattice/packed_words.hpp"

namespace lath::io {
namespace {

constexpr std::size_t kHeader = kObjectHeaderBytes;

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[std::to_integer<int>(byte) >> 4];
    text += kDigits[std::to_integer<int>(byte) & 15];
  }
  return text;
}

template <class B>
Bytes vector_of(const B& buffer) {
  return {buffer.span().begin(), buffer.span().end()};
}

rlwe::Ciphertext some_ciphertext() {
  Generator generator = generator_of("ciphertext");
  rlwe::Message message(rlwe_scheme().parameters().message_bytes);
  generator.fill(message.span());
  return rlwe_scheme().encrypt(alice().public_key, message, generator);
}

// What each test does to every kind of object.
struct Object {
  const char* name;
  Bytes bytes;
  std::function<void(std::span<const std::byte>)> parse;
  std::size_t poly_at;
  bool has_digest;
};

std::vector<Object> objects() {
  return {
      {"public key", vector_of(to_bytes(alice().public_key)),
       [](auto bytes) { (void)public_key_from_bytes(bytes); }, kHeader + 32, true},
      {"secret key", vector_of(to_bytes(alice().secret_key)),
       [](auto bytes) { (void)secret_key_from_bytes(bytes); }, kHeader + 32, true},
      {"ciphertext", vector_of(to_bytes(some_ciphertext())),
       [](auto bytes) { (void)ciphertext_from_bytes(bytes); }, kHeader, false},
  };
}

void write_digest(Bytes& object) {
  const std::span<std::byte> bytes(object);
  std::ranges::copy(sha256(bytes.first(bytes.size() - 32)), bytes.last(32).begin());
}

TEST(RlweFormats, HaveTheSizesThatAreDocumented) {
  EXPECT_EQ(to_bytes(alice().public_key).size(), 1864U);
  EXPECT_EQ(to_bytes(alice().secret_key).size(), 1864U);
  EXPECT_EQ(to_bytes(some_ciphertext()).size(), 2248U);
}

TEST(RlweFormats, ComeBackAsTheyWere) {
  EXPECT_EQ(public_key_from_bytes(to_bytes(alice().public_key).span()), alice().public_key);
  EXPECT_EQ(ciphertext_from_bytes(to_bytes(some_ciphertext()).span()), some_ciphertext());
  const auto bytes = to_bytes(alice().secret_key);
  const IdentifiedSecretKey back = secret_key_from_bytes(bytes.span());
  EXPECT_EQ(back.public_key, fingerprint(alice().public_key));
  EXPECT_TRUE(
      std::ranges::equal(back.secret_key.s.words(), alice().secret_key.secret_key.s.words()));
  EXPECT_EQ(vector_of(to_bytes(back)), vector_of(bytes));
}

TEST(RlweFormats, KeepTheirBytes) {
  EXPECT_EQ(hex(sha256(to_bytes(alice().public_key).span())),
            "793d96b8ff89742b7c199390fdd92f843303d96ec4a649a630b913c50b284f9c");
  EXPECT_EQ(hex(sha256(to_bytes(alice().secret_key).span())),
            "d5434b4ec5d182955b7184ee13e9d68e841c9956ce26a9a7ad0555ed0a359d33");
  EXPECT_EQ(hex(sha256(to_bytes(some_ciphertext()).span())),
            "9f12e2a0bf11725f8e46d234e23bf3e17edd2904015081dccc4c83fa349ac189");
}

TEST(RlweFormats, FingerprintIsTheDigestOfThePublicKey) {
  const auto bytes = to_bytes(alice().public_key);
  EXPECT_EQ(fingerprint(alice().public_key), sha256(bytes.span().first(bytes.size() - 32)));
  EXPECT_EQ(short_name(fingerprint(alice().public_key)),
            hex(fingerprint(alice().public_key)).substr(0, 16));
}

TEST(RlweFormats, RefuseEveryOtherSize) {
  for (const Object& object : objects()) {
    for (std::size_t size = 0; size < object.bytes.size(); ++size) {
      const auto part = std::span(object.bytes).first(size);
      ASSERT_EQ(error_of([&] { object.parse(part); }).code(), ErrorCode::malformed)
          << object.name << ", " << size << " bytes";
    }
    Bytes longer = object.bytes;
    longer.push_back(std::byte{0});
    EXPECT_EQ(error_of([&] { object.parse(longer); }).code(), ErrorCode::malformed);
  }
}

TEST(RlweFormats, RefuseEveryOtherHeader) {
  for (const Object& object : objects()) {
    for (std::size_t bit = 0; bit < 8 * kHeader; ++bit) {
      Bytes changed = object.bytes;
      changed[bit / 8] ^= std::byte{1} << (bit % 8);
      if (object.has_digest) write_digest(changed);
      const Error error = error_of([&] { object.parse(changed); });
      ASSERT_EQ(error.code(), ErrorCode::malformed) << object.name << ", bit " << bit;
      ASSERT_FALSE(error.remedy().empty());
    }
  }
}

TEST(RlweFormats, RefuseAnotherKindByItsName) {
  const auto secret = to_bytes(alice().secret_key);
  const Error error = error_of([&] { (void)public_key_from_bytes(secret.span()); });
  EXPECT_EQ(error.found(), "a lath secret key");
  EXPECT_EQ(error.needed(), "need a lath public key");
}

TEST(RlweFormats, RefuseDamagedKeys) {
  for (const Object& object : objects()) {
    if (!object.has_digest) continue;
    for (std::size_t byte = kHeader; byte < object.bytes.size(); ++byte) {
      Bytes changed = object.bytes;
      changed[byte] ^= std::byte{0x10};
      ASSERT_EQ(error_of([&] { object.parse(changed); }).code(), ErrorCode::malformed)
          << object.name << ", byte " << byte;
    }
  }
}

TEST(RlweFormats, RefuseWordsThatAreNotReduced) {
  for (const Object& object : objects()) {
    for (const std::size_t index : std::initializer_list<std::size_t>{0, 1, 511, 1023}) {
      for (const std::uint16_t word : std::initializer_list<std::uint16_t>{12289, 16383}) {
        Bytes changed = object.bytes;
        const auto packed = std::span(changed).subspan(object.poly_at, kPolyBytes);
        testing::set_packed_word(packed, index, 14, word);
        if (object.has_digest) write_digest(changed);
        const Error error = error_of([&] { object.parse(changed); });
        ASSERT_EQ(error.code(), ErrorCode::malformed) << object.name << ", word " << index;
        ASSERT_NE(error.needed().find("12289"), std::string::npos) << error.what();
      }
    }
  }
}

}  // namespace
}  // namespace lath::io
