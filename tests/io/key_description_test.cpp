// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <openssl/evp.h>
#include <openssl/pem.h>

#include "base/expect_error.hpp"
#include "io/sha256.hpp"
#include "key_files.hpp"
#include "lath/io/key_description.hpp"

namespace lath::io {
namespace {

using testing::expect_error;

// Keys of an algorithm that OpenSSL 3.0 has, as PKCS#8 and SubjectPublicKeyInfo.
struct OtherKey {
  Bytes private_der, public_der;
};

OtherKey x25519_key() {
  const std::array<unsigned char, 32> raw{1, 2, 3};
  EVP_PKEY* key = EVP_PKEY_new_raw_private_key(EVP_PKEY_X25519, nullptr, raw.data(), raw.size());
  const auto bytes = [](unsigned char* data, int size) {
    const auto all = std::as_bytes(std::span(data, static_cast<std::size_t>(size)));
    Bytes copy(all.begin(), all.end());
    OPENSSL_free(data);
    return copy;
  };
  unsigned char *private_der = nullptr, *public_der = nullptr;
  PKCS8_PRIV_KEY_INFO* info = EVP_PKEY2PKCS8(key);
  const int private_size = i2d_PKCS8_PRIV_KEY_INFO(info, &private_der);
  const int public_size = i2d_PUBKEY(key, &public_der);
  PKCS8_PRIV_KEY_INFO_free(info);
  EVP_PKEY_free(key);
  return {bytes(private_der, private_size), bytes(public_der, public_size)};
}

TEST(KeyDescriptions, NameKindSetFormAndEncoding) {
  const auto key = published_private_key(768);
  EXPECT_EQ(to_text(describe_key(published_key("768-seed"))),
            "private key of ML-KEM-768, its seed, PEM");
  EXPECT_EQ(to_text(describe_key(published_key("512-expanded"))),
            "private key of ML-KEM-512, expanded, PEM");
  EXPECT_EQ(to_text(describe_key(to_der(key, PrivateKeyForm::both))),
            "private key of ML-KEM-768, its seed and expanded, DER");
  const auto public_key = describe_key(published_key("1024-public"));
  const Bytes der = to_der(public_key_of(published_private_key(1024)));
  EXPECT_EQ(public_key.fingerprint, sha256(der));
  EXPECT_EQ(to_text(public_key),
            "public key of ML-KEM-1024, PEM, fingerprint " + short_name(sha256(der)));
  EXPECT_EQ(public_key.bytes, published_key("1024-public").size());
}

TEST(KeyDescriptions, NameTheEncryption) {
  Generator generator = generator_of("described");
  const auto key = published_private_key(512);
  const auto describe = [&](PassphraseDerivation derivation) {
    return to_text(describe_key(bytes_of(
        to_encrypted_pem(key, bytes_of("x"), generator, PrivateKeyForm::seed, derivation))));
  };
  EXPECT_EQ(describe({PassphraseDerivation::Function::pbkdf2, 4321}),
            "encrypted private key, PBKDF2 with 4321 iterations, PEM");
  EXPECT_EQ(describe({PassphraseDerivation::Function::scrypt}),
            "encrypted private key, scrypt with N = 16384, r = 8, p = 1, PEM");
}

TEST(KeyDescriptions, NameKeysOfOtherAlgorithms) {
  const OtherKey other = x25519_key();
  EXPECT_EQ(to_text(describe_key(other.private_der)), "private key of 1.3.101.110, DER");
  expect_error([&] { (void)ml_kem_private_key_from_file(other.private_der); },
               ErrorCode::unsupported, {"1.3.101.110", "ML-KEM"});
  expect_error([&] { (void)ml_kem_public_key_from_file(other.public_der); }, ErrorCode::unsupported,
               {"1.3.101.110", "ML-KEM"});
}

TEST(KeyDescriptions, TellKeysFromOtherFiles) {
  for (const char* name : {"512-seed", "768-public", "1024-both"}) {
    EXPECT_TRUE(may_be_key(published_key(name)));
  }
  EXPECT_TRUE(may_be_key(to_der(published_private_key(512))));
  EXPECT_FALSE(may_be_key(bytes_of("age1pq1")));
  EXPECT_FALSE(may_be_key(bytes_of("AGE-SECRET-KEY-PQ-1")));
  EXPECT_FALSE(may_be_key(Bytes()));
  EXPECT_FALSE(may_be_key(bytes_of("0 is a digit")));
}

TEST(MlKemKeys, RefuseOtherFilesByWhatTheyAre) {
  const auto text = [](const std::string& label) {
    return bytes_of("-----BEGIN " + label + "-----\nAAAA\n-----END " + label + "-----\n");
  };
  const auto read = [](const Bytes& file) { (void)ml_kem_private_key_from_file(file); };
  const auto read_public = [](const Bytes& file) { (void)ml_kem_public_key_from_file(file); };
  for (const char* label : {"CERTIFICATE", "RSA PRIVATE KEY", "AGE ENCRYPTED FILE"}) {
    expect_error([&] { read(text(label)); }, ErrorCode::unsupported, {label});
    expect_error([&] { read_public(text(label)); }, ErrorCode::unsupported, {label});
  }
  expect_error([&] { read(published_key("512-public")); }, ErrorCode::malformed,
               {"a public key", "need a private key"});
  expect_error([&] { read_public(published_key("512-seed")); }, ErrorCode::malformed,
               {"a private key", "need a public key"});
  expect_error([&] { read(Bytes(kMaxKeyFileBytes + 1)); }, ErrorCode::malformed,
               {"65537", "65536"});
  expect_error([&] { read(bytes_of("hello")); }, ErrorCode::malformed, {"no key"});
  const Bytes pem = published_key("512-seed");
  const std::string one(reinterpret_cast<const char*>(pem.data()), pem.size());
  expect_error([&] { read(bytes_of(one + one)); }, ErrorCode::malformed,
               {"behind its first block"});
  expect_error([&] { read(bytes_of(one + "x")); }, ErrorCode::malformed,
               {"behind its first block"});
}

// One bit of the frame after the other. Where the parameter set is another one, its seeds are, too.
TEST(MlKemKeys, RefuseAnotherFrame) {
  constexpr std::array<std::size_t, 3> kFrames{22, 28, 36};
  for (std::size_t i = 0; i < kForms.size(); ++i) {
    const Bytes der = bytes_of(to_der(published_private_key(512), kForms[i].form));
    for (std::size_t bit = 0; bit < 8 * kFrames[i]; ++bit) {
      Bytes changed = der;
      changed[bit / 8] ^= std::byte{1} << (bit % 8);
      try {
        EXPECT_EQ(parameter_set(ml_kem_private_key_from_file(changed)), 1024U)
            << kForms[i].name << ", bit " << bit;
      } catch (const Error& error) {
        EXPECT_FALSE(error.remedy().empty());
      }
    }
  }
  Bytes with_null = bytes_of(to_der(published_private_key(512)));
  with_null[1] = std::byte{86};
  with_null[6] = std::byte{13};
  with_null.insert(with_null.begin() + 18, {std::byte{5}, std::byte{0}});
  expect_error([&] { (void)ml_kem_private_key_from_file(with_null); }, ErrorCode::malformed,
               {"parameters of ML-KEM"});
}

}  // namespace
}  // namespace lath::io
