// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pkcs12.h>
#include <openssl/x509.h>

#include <memory>

#include "base/corrupted.hpp"
#include "base/expect_error.hpp"
#include "key_files.hpp"

namespace lath::io {
namespace {

using testing::expect_error;
using Function = PassphraseDerivation::Function;

const std::string kPassphrase = "correct horse battery staple";
constexpr PassphraseDerivation kQuick{Function::pbkdf2, 7};

template <auto kFree>
struct Free {
  template <class T>
  void operator()(T* object) const {
    kFree(object);
  }
};
using Info = std::unique_ptr<PKCS8_PRIV_KEY_INFO, Free<PKCS8_PRIV_KEY_INFO_free>>;
using Encrypted = std::unique_ptr<X509_SIG, Free<X509_SIG_free>>;
using Algorithm = std::unique_ptr<X509_ALGOR, Free<X509_ALGOR_free>>;

const unsigned char* octets(const Bytes& bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

// The DER of an object of OpenSSL.
template <class Object, class Writer>
Bytes der_of(Object* object, Writer writer) {
  Bytes der(static_cast<std::size_t>(writer(object, nullptr)));
  auto* out = reinterpret_cast<unsigned char*>(der.data());
  writer(object, &out);
  return der;
}

Bytes encrypted_by_openssl(const Bytes& der, const std::string& passphrase, Algorithm algorithm) {
  const unsigned char* start = octets(der);
  const Info info(d2i_PKCS8_PRIV_KEY_INFO(nullptr, &start, static_cast<long>(der.size())));
  const Encrypted encrypted(PKCS8_set0_pbe(passphrase.data(), static_cast<int>(passphrase.size()),
                                           info.get(), algorithm.get()));
  if (!encrypted) return {};
  (void)algorithm.release();
  return der_of(encrypted.get(), i2d_X509_SIG);
}

Bytes decrypted_by_openssl(const Bytes& der, const std::string& passphrase) {
  const unsigned char* start = octets(der);
  const Encrypted encrypted(d2i_X509_SIG(nullptr, &start, static_cast<long>(der.size())));
  const Info info(
      PKCS8_decrypt(encrypted.get(), passphrase.data(), static_cast<int>(passphrase.size())));
  ERR_clear_error();
  return info ? der_of(info.get(), i2d_PKCS8_PRIV_KEY_INFO) : Bytes();
}

Bytes passphrase_bytes() { return bytes_of(kPassphrase); }

void expect_opened_by_openssl(const MlKemPrivateKey& key, PrivateKeyForm form,
                              const PassphraseDerivation& derivation) {
  Generator generator = generator_of("encrypted keys");
  const Bytes file = to_encrypted_der(key, passphrase_bytes(), generator, form, derivation);
  EXPECT_EQ(decrypted_by_openssl(file, kPassphrase), bytes_of(to_der(key, form)));
  EXPECT_EQ(decrypted_by_openssl(file, kPassphrase + "!"), Bytes());
  EXPECT_EQ(secret_bytes(ml_kem_private_key_from_file(file, passphrase_bytes())),
            secret_bytes(key));
}

TEST(EncryptedKeys, AreOpenedByOpenSsl) {
  for (const unsigned set : kSets) {
    for (const auto& [name, form] : kForms) {
      expect_opened_by_openssl(published_private_key(set), form, kQuick);
      expect_opened_by_openssl(published_private_key(set), form, {Function::pbkdf2, 200});
    }
  }
  expect_opened_by_openssl(published_private_key(768), PrivateKeyForm::both, {Function::scrypt, 1});
}

TEST(EncryptedKeys, OfOpenSslAreRead) {
  const auto key = published_private_key(768);
  std::array<unsigned char, 16> salt{1, 2, 3}, iv{4, 5, 6};
  const auto pbes2 = [&](const EVP_CIPHER* cipher, int prf) {
    return Algorithm(PKCS5_pbe2_set_iv(cipher, 1000, salt.data(), 16, iv.data(), prf));
  };
  std::vector<Algorithm> algorithms;
  for (const int prf : {NID_hmacWithSHA1, NID_hmacWithSHA224, NID_hmacWithSHA256,
                        NID_hmacWithSHA384, NID_hmacWithSHA512}) {
    algorithms.push_back(pbes2(EVP_aes_256_cbc(), prf));
  }
  for (const EVP_CIPHER* cipher : {EVP_aes_128_cbc(), EVP_aes_192_cbc(), EVP_des_ede3_cbc()}) {
    algorithms.push_back(pbes2(cipher, NID_hmacWithSHA256));
  }
  algorithms.emplace_back(
      PKCS5_pbe2_set_scrypt(EVP_aes_256_cbc(), salt.data(), 16, iv.data(), 1024, 8, 2));
  algorithms.emplace_back(
      PKCS5_pbe_set(NID_pbe_WithSHA1And3_Key_TripleDES_CBC, 500, salt.data(), 8));
  for (Algorithm& algorithm : algorithms) {
    ASSERT_TRUE(algorithm);
    const Bytes file =
        encrypted_by_openssl(bytes_of(to_der(key)), kPassphrase, std::move(algorithm));
    ASSERT_FALSE(file.empty());
    EXPECT_EQ(secret_bytes(ml_kem_private_key_from_file(file, passphrase_bytes())),
              secret_bytes(key));
    expect_error([&] { (void)ml_kem_private_key_from_file(file, bytes_of("other")); },
                 ErrorCode::authentication, {"passphrase"});
  }
}

TEST(EncryptedKeys, TakeAnyPassphrase) {
  Generator generator = generator_of("passphrases");
  const auto key = published_private_key(512);
  for (const std::string& passphrase :
       {std::string(), std::string("\0with a zero", 12), std::string(5000, 'x')}) {
    const std::string file =
        to_encrypted_pem(key, bytes_of(passphrase), generator, PrivateKeyForm::seed, kQuick);
    EXPECT_TRUE(file.starts_with("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
    EXPECT_EQ(secret_bytes(ml_kem_private_key_from_file(bytes_of(file), bytes_of(passphrase))),
              secret_bytes(key));
    expect_error(
        [&] { (void)ml_kem_private_key_from_file(bytes_of(file), bytes_of(passphrase + "y")); },
        ErrorCode::authentication, {});
  }
}

TEST(EncryptedKeys, AreEncryptedAnewEachTime) {
  Generator generator = generator_of("anew");
  const auto key = published_private_key(512);
  const auto encrypt = [&](Generator& by) {
    return to_encrypted_der(key, passphrase_bytes(), by, PrivateKeyForm::seed, kQuick);
  };
  const Bytes first = encrypt(generator), second = encrypt(generator);
  EXPECT_NE(first, second);
  Generator again = generator_of("anew");
  EXPECT_EQ(encrypt(again), first);
}

// Another passphrase and another file give the same words, where the file is still one.
TEST(EncryptedKeys, GiveOneErrorForPassphraseAndChange) {
  Generator generator = generator_of("one error");
  const auto key = published_private_key(512);
  const Bytes file =
      to_encrypted_der(key, passphrase_bytes(), generator, PrivateKeyForm::seed, kQuick);
  const Error wrong =
      error_of([&] { (void)ml_kem_private_key_from_file(file, bytes_of("wrong")); });
  EXPECT_EQ(wrong.code(), ErrorCode::authentication);
  std::size_t seeds_changed = 0;
  for (std::size_t i = file.size() - 96; i < file.size(); ++i) {
    Bytes changed = file;
    changed[i] ^= std::byte{0x40};
    try {
      // Nothing but the check of the padding protects a seed: that is how PBES2 is.
      (void)ml_kem_private_key_from_file(changed, passphrase_bytes());
      ++seeds_changed;
    } catch (const Error& error) {
      EXPECT_STREQ(error.what(), wrong.what());
    }
  }
  EXPECT_LT(seeds_changed, 64U);
  for (unsigned i = 0; i < 600; ++i) {  // a wrong passphrase passes the padding one time in 256
    const Error error = error_of(
        [&] { (void)ml_kem_private_key_from_file(file, bytes_of("w" + std::to_string(i))); });
    EXPECT_STREQ(error.what(), wrong.what());
  }
}

TEST(EncryptedKeys, HaveBoundedCosts) {
  Generator generator = generator_of("costs");
  const auto key = published_private_key(512);
  for (const std::uint32_t iterations : {0U, 10'000'001U}) {
    expect_error(
        [&] {
          (void)to_encrypted_der(key, passphrase_bytes(), generator, PrivateKeyForm::seed,
                                 {Function::pbkdf2, iterations});
        },
        ErrorCode::invalid_argument, {std::to_string(iterations), "10000000"});
  }
  const Bytes file = to_encrypted_der(key, passphrase_bytes(), generator, PrivateKeyForm::seed,
                                      {Function::pbkdf2, 1001});
  EXPECT_NO_THROW((void)ml_kem_private_key_from_file(file, passphrase_bytes(), 1001));
  expect_error([&] { (void)ml_kem_private_key_from_file(file, passphrase_bytes(), 1000); },
               ErrorCode::unsupported, {"1001 iterations", "1 to 1000"});
  // r = 17 takes 34 MiB, p = 127 as long as a hundred of the usual.
  const Bytes by_scrypt = to_encrypted_der(key, passphrase_bytes(), generator, PrivateKeyForm::seed,
                                           {Function::scrypt});
  const Bytes numbers{std::byte{2}, std::byte{2}, std::byte{0x40}, std::byte{0}, std::byte{2},
                      std::byte{1}, std::byte{8}, std::byte{2},    std::byte{1}, std::byte{1}};
  const auto place = std::ranges::search(by_scrypt, numbers);
  ASSERT_EQ(place.size(), numbers.size());
  for (const auto& [at, value] : {std::pair(6, 17), {9, 127}}) {
    Bytes costly = by_scrypt;
    costly[static_cast<std::size_t>(place.begin() - by_scrypt.begin() + at)] =
        static_cast<std::byte>(value);
    expect_error([&] { (void)ml_kem_private_key_from_file(costly, passphrase_bytes()); },
                 ErrorCode::unsupported,
                 {"scrypt with N = 16384", std::to_string(value), "32 MiB"});
  }
}

TEST(EncryptedKeys, NeedTheirPassphrase) {
  Generator generator = generator_of("without");
  const auto key = published_private_key(512);
  const std::string file =
      to_encrypted_pem(key, passphrase_bytes(), generator, PrivateKeyForm::seed, kQuick);
  expect_error([&] { (void)ml_kem_private_key_from_file(bytes_of(file)); },
               ErrorCode::invalid_argument, {"without its passphrase"});
  const auto plain = bytes_of(to_der(key));  // a passphrase that is not needed is not used
  EXPECT_EQ(secret_bytes(ml_kem_private_key_from_file(plain, passphrase_bytes())),
            secret_bytes(key));
}

TEST(EncryptedKeys, RefuseEveryCorruption) {
  testing::SeededValues random(22);
  SCOPED_TRACE(random.label());
  Generator generator = generator_of("corruption");
  const auto key = published_private_key(512);
  // Seed and expanded key have to fit: the seed alone could be any other.
  const Bytes file =
      to_encrypted_der(key, passphrase_bytes(), generator, PrivateKeyForm::both, kQuick);
  const std::size_t rounds = testing::seeds(300);  // corruptions_at_full_size asks for 100,000
  for (std::size_t i = 0; i < rounds && !HasFailure(); ++i) {
    const Bytes changed = testing::corrupted(file, random);
    if (changed == file) continue;
    try {
      const auto read = ml_kem_private_key_from_file(changed, passphrase_bytes(), 1000);
      EXPECT_EQ(secret_bytes(read), secret_bytes(key));  // the change is in what OpenSSL leaves out
    } catch (const Error& error) {
      EXPECT_FALSE(error.remedy().empty());
    }
  }
}

}  // namespace
}  // namespace lath::io
