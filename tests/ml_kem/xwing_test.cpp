// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/seeded_values.hpp"
#include "bytes.hpp"
#include "kat/known_answers.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/xwing.hpp"

namespace lath::xwing {
namespace {

using Bytes = ml_kem::Bytes;
using testing::SeededValues;

Bytes from_hex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(std::stoi(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

SecretKey key_of(std::uint64_t seed) {
  SeededValues values(seed);
  Bytes bytes(SecretKey::kBytes);
  for (std::byte& byte : bytes) byte = values.byte();
  return SecretKey::from_seed(bytes);
}

SecretBytes<64> randomness_of(std::uint64_t seed) {
  SeededValues values(seed);
  SecretBytes<64> bytes;
  for (std::byte& byte : bytes) byte = values.byte();
  return bytes;
}

ErrorCode code_of(const auto& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.code();
  }
  ADD_FAILURE() << "no error was thrown";
  return ErrorCode::cancelled;
}

// The three vectors of draft-connolly-cfrg-xwing-kem-09 (spec/test-vectors.json), code components
// under the Revised BSD License of the IETF Trust.
TEST(XWing, KnownAnswersOfTheDraft) {
  for (const std::string number : {"1", "2", "3"}) {
    SCOPED_TRACE(number);
    const auto answer = [&](const char* name) {
      return from_hex(testing::known_answer("xwing.txt", std::string(name) + "-" + number));
    };
    const SecretKey key = SecretKey::from_seed(answer("seed"));
    EXPECT_EQ(ml_kem::copy_of(key.public_key().bytes()), answer("pk"));
    EXPECT_EQ(ml_kem::copy_of(key.seed()), answer("seed"));
    const Bytes randomness = answer("eseed");
    ASSERT_EQ(randomness.size(), 64U);
    const Encapsulation sent = encapsulate_derandomized(
        key.public_key(), SecretBytes<64>(std::span(randomness).first<64>()));
    EXPECT_EQ(ml_kem::copy_of(sent.ciphertext.bytes), answer("ct"));
    EXPECT_EQ(ml_kem::copy_of(sent.secret.span()), answer("ss"));
    const SharedSecret received = decapsulate(key, sent.ciphertext);
    EXPECT_EQ(ml_kem::copy_of(received.span()), answer("ss"));
  }
}

TEST(XWing, BothSidesShareASecretAndOthersDoNot) {
  for (std::uint64_t seed = 1; seed <= testing::seeds(20); ++seed) {
    SCOPED_TRACE(seed);
    const SecretKey key = key_of(seed), other = key_of(seed + 1000000);
    const Encapsulation sent = encapsulate_derandomized(key.public_key(), randomness_of(seed));
    const SharedSecret secret = decapsulate(key, sent.ciphertext);
    EXPECT_TRUE(ct::equal(secret.span(), sent.secret.span()));
    const SharedSecret wrong = decapsulate(other, sent.ciphertext);
    EXPECT_FALSE(ct::equal(wrong.span(), sent.secret.span()));
  }
}

// Both parts of a ciphertext and of a public key enter the secret.
TEST(XWing, EveryPartOfACiphertextCounts) {
  const SecretKey key = key_of(7);
  const Encapsulation sent = encapsulate_derandomized(key.public_key(), randomness_of(7));
  for (const std::size_t at : {0U, 500U, 1087U, 1088U, 1119U}) {
    Ciphertext changed = sent.ciphertext;
    changed.bytes[at] ^= std::byte{1};
    const SharedSecret found = decapsulate(key, changed), again = decapsulate(key, changed);
    EXPECT_FALSE(ct::equal(found.span(), sent.secret.span())) << at;
    EXPECT_TRUE(ct::equal(found.span(), again.span())) << at;
  }
}

TEST(XWing, PointsOfLowOrderAreRefused) {
  const SecretKey key = key_of(8);
  Encapsulation sent = encapsulate_derandomized(key.public_key(), randomness_of(8));
  for (const std::byte low : {std::byte{0}, std::byte{1}}) {
    std::fill(sent.ciphertext.bytes.end() - 32, sent.ciphertext.bytes.end(), std::byte{0});
    sent.ciphertext.bytes[1088] = low;
    EXPECT_EQ(code_of([&] { (void)decapsulate(key, sent.ciphertext); }), ErrorCode::malformed);
    Bytes bytes = ml_kem::copy_of(key.public_key().bytes());
    std::fill(bytes.end() - 32, bytes.end(), std::byte{0});
    bytes[1184] = low;
    const PublicKey weak = PublicKey::from_bytes(bytes);
    EXPECT_EQ(code_of([&] { (void)encapsulate_derandomized(weak, randomness_of(8)); }),
              ErrorCode::malformed);
  }
}

TEST(XWing, OtherBytesAreMalformed) {
  const SecretKey key = key_of(9);
  Bytes bytes = ml_kem::copy_of(key.public_key().bytes());
  EXPECT_EQ(PublicKey::from_bytes(bytes), key.public_key());
  bytes[0] = bytes[1] = std::byte{0xff};  // a coefficient of 4095
  EXPECT_EQ(code_of([&] { (void)PublicKey::from_bytes(bytes); }), ErrorCode::malformed);
  for (const std::size_t size : {0U, 31U, 33U, 1119U, 1121U, 1215U, 1217U}) {
    const Bytes wrong(size);
    EXPECT_EQ(code_of([&] { (void)PublicKey::from_bytes(wrong); }), ErrorCode::malformed);
    EXPECT_EQ(code_of([&] { (void)SecretKey::from_seed(wrong); }), ErrorCode::malformed);
    EXPECT_EQ(code_of([&] { (void)Ciphertext::from_bytes(wrong); }), ErrorCode::malformed);
  }
}

TEST(XWing, GeneratorsDetermineKeysAndSecrets) {
  Generator one = Generator::from_seed(Seed{}, "xwing"),
            two = Generator::from_seed(Seed{}, "xwing");
  const SecretKey key = generate_key(one), copy = generate_key(two);
  EXPECT_EQ(key.public_key(), copy.public_key());
  const Encapsulation sent = encapsulate(key.public_key(), one);
  EXPECT_EQ(encapsulate(key.public_key(), two).ciphertext, sent.ciphertext);
  EXPECT_NE(encapsulate(key.public_key(), two).ciphertext, sent.ciphertext);
  const SharedSecret secret = decapsulate(copy, sent.ciphertext);
  EXPECT_TRUE(ct::equal(secret.span(), sent.secret.span()));
}

}  // namespace
}  // namespace lath::xwing
