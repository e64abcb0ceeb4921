// SPDX-License-Identifier: Apache-2.0
//
// The known answers of the authors of BLAKE2 (github.com/BLAKE2/BLAKE2,
// testvectors/blake2-kat.json, CC0): the message is 0, 1, 2, ..., the key 0, 1, ..., 63. There are
// 1024 of both functions, of which this file has the SHA-256 digest and a few in full. OpenSSL is
// the judge of other sizes.
#include "hash/blake2.hpp"

#include <gtest/gtest.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"

namespace lath::detail {
namespace {

using Bytes = std::vector<std::byte>;

Bytes counted(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(i);
  return bytes;
}

std::string in_hex(std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) {
    constexpr const char* kDigits = "0123456789abcdef";
    text += kDigits[std::to_integer<unsigned>(byte >> 4)];
    text += kDigits[std::to_integer<unsigned>(byte & std::byte{15})];
  }
  return text;
}

std::string sha256_of(const Bytes& bytes) {
  std::array<std::byte, 32> digest;
  EXPECT_EQ(EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                       nullptr, EVP_sha256(), nullptr),
            1);
  return in_hex(digest);
}

// The outputs for all messages of up to 255 bytes, one behind the other.
Bytes all_digests(std::span<const std::byte> key) {
  Bytes all;
  for (std::size_t size = 0; size < 256; ++size) {
    Bytes out(64);
    blake2b(out, counted(size), key);
    all.insert(all.end(), out.begin(), out.end());
  }
  return all;
}

// The outputs of 1 to 256 bytes for the message of 256 bytes.
Bytes all_outputs(std::span<const std::byte> key) {
  Bytes all;
  for (std::size_t size = 1; size <= 256; ++size) {
    Bytes out(size);
    blake2xb(out, counted(256), key);
    all.insert(all.end(), out.begin(), out.end());
  }
  return all;
}

std::string output_of(std::size_t size, std::span<const std::byte> key) {
  Bytes out(size);
  blake2xb(out, counted(256), key);
  return in_hex(out);
}

TEST(Blake2, HasTheKnownAnswersOfItsAuthors) {
  const Bytes key = counted(64);
  EXPECT_EQ(sha256_of(all_digests({})),
            "edb6025a7aba90e4ad1d5ccfc7485d26f988929ca564b1897e33d43a901efba2");
  EXPECT_EQ(sha256_of(all_digests(key)),
            "1ea7031a5a7e30868be784ec976e5b9677f27f22079303b158623d277187d4b0");
  EXPECT_EQ(sha256_of(all_outputs({})),
            "8283c95c077bc1a508d5e5d3361b6a2f260fa9fb72187a02bd1016185927a4ca");
  EXPECT_EQ(sha256_of(all_outputs(key)),
            "7ae7aa88bcdb15c28e05d22b334cd653ba9fd3c5478ab3fbfde0340d31781bd7");
}

TEST(Blake2, HasKnownOutputsThatBeginAndEndBlocks) {
  const Bytes key = counted(64);
  EXPECT_EQ(output_of(1, {}), "f0");
  EXPECT_EQ(output_of(1, key), "64");
  EXPECT_EQ(
      output_of(64, {}),
      "571be91037c15145e2ab4894a7bb8d8a3cab75e6e64ef296e760c15cf8f3f3acfa5c894ee56cb6ac2db9b32c"
      "39a1cc39f96c50dd333f1059230482f3ed2d9246");
  EXPECT_EQ(
      output_of(65, {}),
      "c6f0b1b66f22726cef3e4fca2325d2bb4e922b39f9df5ef548d321419c07391fc311904407f98db7d7462db1"
      "e8576138baeac2a76400b2a2f72b4497c19e239430");
  EXPECT_EQ(
      output_of(65, key),
      "78f0ed6e220b3da3cc9381563b2f72c8dc830cb0f39a48c6ae479a6a78dcfa94002631dec467e9e9b47cc8f0"
      "887eb680e340aec3ec009d4a33d241533c76c8ca8c");
}

// OpenSSL's BLAKE2b with a key is a MAC.
Bytes judged(const Bytes& message, std::size_t size, const Bytes& key) {
  Bytes out(size);
  auto* bytes = reinterpret_cast<unsigned char*>(out.data());
  const OSSL_PARAM parameters[] = {OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
                                   OSSL_PARAM_construct_end()};
  EVP_MAC* mac = EVP_MAC_fetch(nullptr, "BLAKE2BMAC", nullptr);
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(mac);
  EXPECT_EQ(EVP_MAC_init(context, reinterpret_cast<const unsigned char*>(key.data()), key.size(),
                         parameters),
            1);
  EXPECT_EQ(EVP_MAC_update(context, reinterpret_cast<const unsigned char*>(message.data()),
                           message.size()),
            1);
  EXPECT_EQ(EVP_MAC_final(context, bytes, nullptr, size), 1);
  EVP_MAC_CTX_free(context);
  EVP_MAC_free(mac);
  return out;
}

TEST(Blake2, HashesLikeOpenSslWithDigestsAndKeysOfAllSizes) {
  testing::SeededValues random(1);
  SCOPED_TRACE(random.label());
  for (std::size_t size = 1; size <= 64; ++size) {
    for (std::size_t key_size = 1; key_size <= 64; key_size += 7) {
      Bytes message(random.below(600)), key(key_size), out(size);
      for (std::byte& byte : message) byte = random.byte();
      for (std::byte& byte : key) byte = random.byte();
      blake2b(out, message, key);
      EXPECT_EQ(out, judged(message, size, key)) << message.size() << " bytes";
    }
  }
}

TEST(Blake2, DoesNotDependOnHowAMessageIsDivided) {
  testing::SeededValues random(2);
  SCOPED_TRACE(random.label());
  for (int i = 0; i < 200; ++i) {
    const Bytes message = counted(random.below(700));
    Bytes whole(64), divided(64);
    blake2b(whole, message);
    Blake2b hash({});
    for (std::span<const std::byte> rest(message); !rest.empty();) {
      const std::size_t part = 1 + random.below(std::min<std::size_t>(rest.size(), 300));
      hash.absorb(rest.first(part));
      rest = rest.subspan(part);
    }
    hash.finish(divided);
    EXPECT_EQ(whole, divided);
  }
}

}  // namespace
}  // namespace lath::detail
