// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "base/corrupted.hpp"
#include "fixtures.hpp"
#include "io/sha256.hpp"
#include "kat/known_answers.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"

namespace lath::io {
namespace {

using lath::testing::hex;
using lath::testing::known_answer;

Bytes copy_of(std::span<const std::byte> bytes) { return {bytes.begin(), bytes.end()}; }

// What each test does to both kinds of key.
struct Object {
  const char* name;
  Bytes bytes;
  std::function<Bytes(std::span<const std::byte>)> parse;  // read, and written again
};

void write_digest(Bytes& object) {
  const std::span<std::byte> bytes(object);
  std::ranges::copy(sha256(bytes.first(bytes.size() - 32)), bytes.last(32).begin());
}

class KeyFormats : public ::testing::TestWithParam<std::string> {
 protected:
  const FileScheme scheme = FileScheme::of_name(GetParam());
  const KeyPair keys = keys_of("alice", GetParam());
  const std::vector<Object> objects = {
      {"public key", copy_of(keys.public_key.bytes()),
       [](auto bytes) {
         const auto key = PublicKey::from_bytes(bytes);
         return copy_of(key.bytes());
       }},
      {"secret key", copy_of(keys.secret_key.bytes()),
       [](auto bytes) {
         const auto key = SecretKey::from_bytes(bytes);
         return copy_of(key.bytes());
       }},
  };
};

TEST_P(KeyFormats, HaveTheSizesOfTheirScheme) {
  EXPECT_EQ(keys.public_key.bytes().size(), scheme.public_key_bytes());
  EXPECT_EQ(keys.secret_key.bytes().size(), scheme.secret_key_bytes());
  EXPECT_EQ(keys.public_key.key().size(), scheme.public_key_bytes() - 40);
  EXPECT_EQ(keys.secret_key.key().size(), scheme.secret_key_bytes() - 72);
  EXPECT_LE(scheme.public_key_bytes(), kMaxKeyBytes);
  EXPECT_LE(scheme.secret_key_bytes(), kMaxKeyBytes);
}

TEST_P(KeyFormats, ComeBackAsTheyWere) {
  const PublicKey public_key = PublicKey::from_bytes(keys.public_key.bytes());
  EXPECT_EQ(public_key.scheme(), scheme);
  EXPECT_EQ(copy_of(public_key.bytes()), copy_of(keys.public_key.bytes()));
  EXPECT_EQ(copy_of(public_key.key()), copy_of(keys.public_key.key()));
  const SecretKey secret_key = SecretKey::from_bytes(keys.secret_key.bytes());
  EXPECT_EQ(secret_key.scheme(), scheme);
  EXPECT_EQ(secret_key.fingerprint(), public_key.fingerprint());
  EXPECT_EQ(copy_of(secret_key.bytes()), copy_of(keys.secret_key.bytes()));
  EXPECT_EQ(copy_of(secret_key.key()), copy_of(keys.secret_key.key()));
}

TEST_P(KeyFormats, KeepTheirBytes) {
  EXPECT_EQ(hex(sha256(keys.public_key.bytes())),
            known_answer("files.txt", GetParam() + ".public-key"));
  EXPECT_EQ(hex(sha256(keys.secret_key.bytes())),
            known_answer("files.txt", GetParam() + ".secret-key"));
}

TEST_P(KeyFormats, FingerprintIsTheDigestOfThePublicKey) {
  const auto bytes = keys.public_key.bytes();
  EXPECT_EQ(keys.public_key.fingerprint(), sha256(bytes.first(bytes.size() - 32)));
  EXPECT_EQ(short_name(keys.public_key.fingerprint()),
            hex(keys.public_key.fingerprint()).substr(0, 16));
}

TEST_P(KeyFormats, RefuseEveryOtherSize) {
  for (const Object& object : objects) {
    for (std::size_t size = 0; size < object.bytes.size(); size += 1 + size / 64) {
      const auto part = std::span(object.bytes).first(size);
      ASSERT_EQ(error_of([&] { object.parse(part); }).code(), ErrorCode::malformed)
          << object.name << ", " << size << " bytes";
    }
    Bytes other = object.bytes;
    other.push_back(std::byte{0});
    EXPECT_EQ(error_of([&] { object.parse(other); }).code(), ErrorCode::malformed);
    other.resize(object.bytes.size() - 1);
    EXPECT_EQ(error_of([&] { object.parse(other); }).code(), ErrorCode::malformed);
  }
}

TEST_P(KeyFormats, RefuseEveryOtherHeader) {
  for (const Object& object : objects) {
    for (std::size_t bit = 0; bit < 8 * kObjectHeaderBytes; ++bit) {
      Bytes changed = object.bytes;
      changed[bit / 8] ^= std::byte{1} << (bit % 8);
      write_digest(changed);
      const Error error = error_of([&] { object.parse(changed); });
      ASSERT_EQ(error.code(), ErrorCode::malformed) << object.name << ", bit " << bit;
      ASSERT_FALSE(error.remedy().empty());
    }
  }
}

TEST_P(KeyFormats, RefuseDamagedKeys) {
  for (const Object& object : objects) {
    for (std::size_t byte = kObjectHeaderBytes; byte < object.bytes.size(); byte += 7) {
      Bytes changed = object.bytes;
      changed[byte] ^= std::byte{0x10};
      ASSERT_EQ(error_of([&] { object.parse(changed); }).code(), ErrorCode::malformed)
          << object.name << ", byte " << byte;
    }
  }
}

// A right digest does not make a key of words that are too large or of another public key.
TEST_P(KeyFormats, RefuseKeysThatTheirSchemeRefuses) {
  Bytes public_key = copy_of(keys.public_key.bytes());
  std::fill_n(public_key.begin() + 100, 8, std::byte{0xff});
  write_digest(public_key);
  EXPECT_EQ(error_of([&] { (void)PublicKey::from_bytes(public_key); }).code(),
            ErrorCode::malformed);
  Bytes secret_key = copy_of(keys.secret_key.bytes());
  secret_key[secret_key.size() - 32 - 64] ^= std::byte{1};  // the hash inside
  write_digest(secret_key);
  EXPECT_EQ(error_of([&] { (void)SecretKey::from_bytes(secret_key); }).code(),
            ErrorCode::malformed);
  EXPECT_EQ(error_of([&] { (void)PublicKey::of(scheme, {}); }).code(), ErrorCode::malformed);
  EXPECT_EQ(error_of([&] { (void)SecretKey::of(scheme, {}); }).code(), ErrorCode::malformed);
}

// A secret key goes under the name of the public key inside of it, and no other.
TEST_P(KeyFormats, GiveASecretKeyTheNameOfItsPublicKey) {
  EXPECT_EQ(SecretKey::of(scheme, keys.secret_key.key()).fingerprint(),
            keys.public_key.fingerprint());
  Generator generator = generator_of("another");
  const KeyPair other = generate_keys(scheme, generator);
  Bytes renamed = copy_of(keys.secret_key.bytes());
  std::ranges::copy(other.public_key.fingerprint(), renamed.begin() + kObjectHeaderBytes);
  write_digest(renamed);
  const Error error = error_of([&] { (void)SecretKey::from_bytes(renamed); });
  EXPECT_EQ(error.code(), ErrorCode::malformed);
  EXPECT_NE(error.found().find("fingerprint of another key"), std::string::npos) << error.what();
}

// The digest tells; and where it is made to fit, what is read is what stands there, or nothing.
TEST_P(KeyFormats, RefuseEveryCorruption) {
  lath::testing::SeededValues random(10);
  SCOPED_TRACE(random.label());
  const std::size_t rounds = lath::testing::seeds(50);  // corruptions_at_full_size asks for 100,000
  for (std::size_t i = 0; i < rounds && !HasFailure(); ++i) {
    for (const Object& object : objects) {
      Bytes changed = lath::testing::corrupted(object.bytes, random);
      if (changed == object.bytes) continue;
      const Error error = error_of([&] { object.parse(changed); });
      EXPECT_FALSE(error.remedy().empty()) << object.name;
      if (changed.size() < 32) continue;
      write_digest(changed);
      try {
        EXPECT_EQ(object.parse(changed), changed) << object.name;
      } catch (const Error& error) {
        EXPECT_FALSE(error.remedy().empty());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Schemes, KeyFormats, ::testing::ValuesIn(scheme_names()));

TEST(KeyFormat, HoldsTheStandardsKeysOfMlKem) {
  Generator generator = generator_of("standard");
  const auto keys = ml_kem::generate_keys<768>(generator);
  const FileScheme scheme = FileScheme::of_name("ml-kem-768");
  const PublicKey public_key = PublicKey::of(scheme, keys.public_key.bytes());
  EXPECT_EQ(copy_of(public_key.bytes().subspan(8, 1184)), copy_of(keys.public_key.bytes()));
  const SecretKey secret_key = SecretKey::of(scheme, keys.secret_key.bytes());
  EXPECT_EQ(secret_key.fingerprint(), public_key.fingerprint());
  EXPECT_EQ(copy_of(secret_key.bytes().subspan(40, 2400)), copy_of(keys.secret_key.bytes()));
  const Bytes payload = random_bytes(100);
  EXPECT_EQ(opened(sealed(payload, public_key), secret_key), payload);
}

TEST(KeyFormat, RefusesAnotherKindByItsName) {
  const Error error = error_of([&] { (void)PublicKey::from_bytes(alice().secret_key.bytes()); });
  EXPECT_EQ(error.found(), "a lath secret key");
  EXPECT_EQ(error.needed(), "need a lath public key");
}

TEST(KeyFormat, SaysWhatToDoWithVersionZero) {
  Bytes old = copy_of(alice().public_key.bytes());
  old[5] = std::byte{0};
  write_digest(old);
  const Error error = error_of([&] { (void)PublicKey::from_bytes(old); });
  EXPECT_NE(error.found().find("format version 0"), std::string::npos) << error.what();
  EXPECT_NE(error.remedy().find("lath keygen"), std::string::npos) << error.what();
}

TEST(Schemes, AreFoundByNameAndId) {
  std::vector<std::string> names;
  for (const FileScheme& scheme : FileScheme::all()) {
    EXPECT_EQ(FileScheme::of_name(scheme.name()), scheme);
    EXPECT_EQ(FileScheme::of_id(scheme.id()), scheme);
    EXPECT_FALSE(scheme.description().empty());
    names.emplace_back(scheme.name());
  }
  EXPECT_EQ(FileScheme::of_name("mlwe"), FileScheme::of_name("mlwe-128"));
  EXPECT_EQ(FileScheme::of_name("rlwe"), FileScheme::of_name("rlwe-192"));
  EXPECT_EQ(FileScheme::of_id(0), std::nullopt);
  EXPECT_EQ(FileScheme::of_id(255), std::nullopt);
  for (const char* unknown : {"", "ml-kem", "ML-KEM-768", "mlwe-1"}) {
    const Error error = error_of([&] { (void)FileScheme::of_name(unknown); });
    EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
    for (const std::string& name : names) {
      EXPECT_NE(error.needed().find(name), std::string::npos) << error.what();
    }
  }
}

// Ids stand in files: they never change.
TEST(Schemes, KeepTheirIds) {
  EXPECT_EQ(FileScheme::of_name("ml-kem-512").id(), 1);
  EXPECT_EQ(FileScheme::of_name("ml-kem-768").id(), 2);
  EXPECT_EQ(FileScheme::of_name("ml-kem-1024").id(), 3);
  EXPECT_EQ(FileScheme::of_name("mlwe-128").id(), 4);
  EXPECT_EQ(FileScheme::of_name("mlwe-192").id(), 5);
  EXPECT_EQ(FileScheme::of_name("mlwe-256").id(), 6);
  EXPECT_EQ(FileScheme::of_name("rlwe-192").id(), 7);
  EXPECT_EQ(FileScheme::of_name("rlwe-256").id(), 8);
}

}  // namespace
}  // namespace lath::io
