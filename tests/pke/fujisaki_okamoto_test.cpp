// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/fujisaki_okamoto.hpp"

#include <gtest/gtest.h>
#include <openssl/evp.h>

#include <array>
#include <initializer_list>
#include <string>

#include "base/bad_input.hpp"
#include "base/seeded_values.hpp"
#include "kat/known_answers.hpp"
#include "pke/kem_cases.hpp"

namespace lath {
namespace {

using testing::copy_of;
using testing::equal;
using Bytes = std::vector<std::byte>;
using View = std::span<const std::byte>;

// A hash of FIPS 202 over some parts, by OpenSSL.
Bytes hashed(const EVP_MD* function, std::size_t size, std::initializer_list<View> parts) {
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  Bytes out(size);
  EVP_DigestInit_ex(context, function, nullptr);
  for (const View part : parts) EVP_DigestUpdate(context, part.data(), part.size());
  auto* bytes = reinterpret_cast<unsigned char*>(out.data());
  if (function == EVP_shake256()) {
    EVP_DigestFinalXOF(context, bytes, size);
  } else {
    EVP_DigestFinal_ex(context, bytes, nullptr);
  }
  EVP_MD_CTX_free(context);
  return out;
}

Bytes domain_of(const std::string& name) {
  const std::string text = "lath fujisaki-okamoto 1 " + name;
  return hashed(EVP_sha3_256(), 32, {std::as_bytes(std::span(text))});
}

template <KeyEncapsulation K>
class FujisakiOkamotoTransform : public ::testing::Test {
 protected:
  const K scheme = testing::make_kem<K>();
  const Bytes domain = domain_of(scheme.name());
  Generator generator = Generator::from_seed(Seed(), "fujisaki-okamoto test");
  const kem::KeyPair keys = scheme.generate_keys(generator);

  // J(z || c), with z from the end of the secret key.
  [[nodiscard]] Bytes rejection(View ciphertext) const {
    return hashed(EVP_shake256(), 32, {domain, keys.secret_key.span().last(32), ciphertext});
  }
  [[nodiscard]] kem::SharedSecret decapsulate(View ciphertext) const {
    return scheme.decapsulate(keys.secret_key.span(), ciphertext);
  }
};
TYPED_TEST_SUITE(FujisakiOkamotoTransform, testing::FujisakiOkamotoKems, testing::KemNames);

TYPED_TEST(FujisakiOkamotoTransform, DerivesTheSecretFromMessageAndPublicKey) {
  const Seed m = this->generator.seed();
  const auto sent = this->scheme.encapsulate_derandomized(this->keys.public_key.span(), m);
  const Bytes h = hashed(EVP_sha3_256(), 32, {this->domain, this->keys.public_key.span()});
  const Bytes g = hashed(EVP_sha3_512(), 64, {this->domain, m.span(), h});
  EXPECT_EQ(copy_of(sent.secret.span()), copy_of(View(g).first(32)));
  // And the ciphertext is that of m with randomness r.
  Generator randomness = Generator::from_seed(Seed(View(g).last<32>()), "lath fujisaki-okamoto 1");
  const auto& scheme = this->scheme.scheme();
  const auto key = scheme.public_key_from_bytes(this->keys.public_key.span());
  const auto decrypted = scheme.decrypt(
      scheme.secret_key_from_bytes(this->keys.secret_key.span().first(scheme.secret_key_bytes())),
      scheme.ciphertext_from_bytes(sent.ciphertext.span()));
  const auto again = scheme.to_bytes(scheme.encrypt(key, decrypted, randomness));
  EXPECT_EQ(copy_of(again.span()), copy_of(sent.ciphertext.span()));
}

TYPED_TEST(FujisakiOkamotoTransform, LaysOutTheSecretKeyAsItSays) {
  const View key = this->keys.secret_key.span(), public_key = this->keys.public_key.span();
  const std::size_t s = this->scheme.scheme().secret_key_bytes();
  ASSERT_EQ(key.size(), s + public_key.size() + 64);
  EXPECT_EQ(copy_of(key.subspan(s, public_key.size())), copy_of(public_key));
  EXPECT_EQ(copy_of(key.last(64).first(32)),
            hashed(EVP_sha3_256(), 32, {this->domain, public_key}));
}

TYPED_TEST(FujisakiOkamotoTransform, RejectsFlippedBitsImplicitly) {
  testing::SeededValues random(3);
  SCOPED_TRACE(random.label());
  const auto sent = this->scheme.encapsulate(this->keys.public_key.span(), this->generator);
  std::vector<std::size_t> places = {0, 8 * sent.ciphertext.size() - 1};
  for (int i = 0; i < 300; ++i) places.push_back(random.below(8 * sent.ciphertext.size()));
  std::size_t rejected = 0;
  for (const std::size_t bit : places) {
    Bytes changed = copy_of(sent.ciphertext.span());
    changed[bit / 8] ^= std::byte{1} << (bit % 8);
    try {
      const auto secret = this->decapsulate(changed);
      ASSERT_EQ(copy_of(secret.span()), this->rejection(changed)) << "bit " << bit;
      ASSERT_FALSE(equal(secret, sent.secret)) << "bit " << bit;
      ASSERT_TRUE(equal(secret, this->decapsulate(changed))) << "bit " << bit;
      ++rejected;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::malformed) << error.what();
    }
  }
  EXPECT_GT(rejected, places.size() / 2);
}

// The first, the last and every other coefficient of U and V beyond q, whatever the key: one error.
TYPED_TEST(FujisakiOkamotoTransform, RefusesWordsThatAreNotReduced) {
  const Bytes ones(this->scheme.ciphertext_bytes(), std::byte{0xff});
  const auto sent = this->scheme.encapsulate(this->keys.public_key.span(), this->generator);
  for (std::size_t at = 0; at + 4 <= ones.size(); at += 37) {
    Bytes changed = copy_of(sent.ciphertext.span());
    std::fill_n(changed.begin() + static_cast<std::ptrdiff_t>(at), 4, std::byte{0xff});
    testing::expect_refused({{"word", [&] { (void)this->decapsulate(changed); },
                              ErrorCode::malformed, "ciphertext", "below the modulus", "again"}});
  }
}

TYPED_TEST(FujisakiOkamotoTransform, RefusesSecretKeysWithAnotherPublicKeyInside) {
  const auto others = this->scheme.generate_keys(this->generator);
  const std::size_t s = this->scheme.scheme().secret_key_bytes();
  for (const std::size_t at :
       {s, s + 40, s + this->scheme.public_key_bytes(), this->scheme.secret_key_bytes() - 33}) {
    Bytes changed = copy_of(this->keys.secret_key.span());
    changed[at] ^= std::byte{1};
    testing::expect_refused({{"secret key", [&] { this->scheme.check_secret_key(changed); },
                              ErrorCode::malformed, "changed", "hash", "restore"}});
  }
  // z may be anything.
  Bytes changed = copy_of(this->keys.secret_key.span());
  changed.back() ^= std::byte{1};
  this->scheme.check_secret_key(changed);
}

// A ciphertext with one more step of noise: decryption finds the same m, and only the encryption
// made again tells.
void add_noise(const mlwe::Scheme& scheme, mlwe::Ciphertext& ciphertext) {
  const auto q = static_cast<std::uint32_t>(scheme.parameters().modulus);
  const auto p = static_cast<std::uint32_t>(scheme.parameters().plaintext_modulus);
  for (std::uint32_t& word : ciphertext.v[0].limb(0)) word = (word + p) % q;  // the constant p
}
void add_noise(const rlwe::Scheme& scheme, rlwe::Ciphertext& ciphertext) {
  ciphertext.v[77] =
      static_cast<std::uint16_t>((ciphertext.v[77] + 1U) % scheme.parameters().modulus);
}

TYPED_TEST(FujisakiOkamotoTransform, RejectsWhatDecryptsToTheSameMessage) {
  const auto& scheme = this->scheme.scheme();
  const auto sent = this->scheme.encapsulate(this->keys.public_key.span(), this->generator);
  const auto honest = scheme.ciphertext_from_bytes(sent.ciphertext.span());
  auto changed = honest;
  add_noise(scheme, changed);
  const auto key =
      scheme.secret_key_from_bytes(this->keys.secret_key.span().first(scheme.secret_key_bytes()));
  const auto before = scheme.decrypt(key, honest), after = scheme.decrypt(key, changed);
  ASSERT_TRUE(std::ranges::equal(before.span(), after.span()));
  const auto bytes = scheme.to_bytes(changed);
  const auto secret = this->decapsulate(bytes.span());
  EXPECT_FALSE(equal(secret, sent.secret));
  EXPECT_EQ(copy_of(secret.span()), this->rejection(bytes.span()));
}

TEST(FujisakiOkamotoNames, SeparateParameters) {
  auto parameters = mlwe::recommended_parameters();
  const testing::MlweKem kem(mlwe::Scheme::create_insecure(parameters));
  parameters.noise = 5;
  const testing::MlweKem other(mlwe::Scheme::create_insecure(parameters));
  EXPECT_NE(kem.name(), other.name());
  Generator generator = Generator::from_seed(Seed(), "names");
  const auto keys = kem.generate_keys(generator);
  const Seed m = generator.seed();
  EXPECT_FALSE(equal(kem.encapsulate_derandomized(keys.public_key.span(), m).secret,
                     other.encapsulate_derandomized(keys.public_key.span(), m).secret));
}

TEST(FujisakiOkamotoNames, NeedMessagesOf256Coefficients) {
  const auto scheme = mlwe::Scheme::create_insecure({.degree = 128,
                                                     .rows = 2,
                                                     .columns = 2,
                                                     .modulus = 12289,
                                                     .plaintext_modulus = 2,
                                                     .noise = 1});
  testing::expect_refused({{"short message", [&] { (void)FujisakiOkamoto(scheme); },
                            ErrorCode::invalid_argument, "128", "256", "degree"}});
}

// tests/kat/derive.py computes them from the documentation.
template <KeyEncapsulation K>
void expect_known_answers(const std::string& file) {
  std::array<std::byte, 32> bytes;
  for (unsigned i = 0; i < 32; ++i) bytes[i] = static_cast<std::byte>(i);
  auto generator = Generator::from_seed(Seed(bytes), "known answer");
  const auto kem = testing::make_kem<K>();
  const auto keys = kem.generate_keys(generator);
  const auto sent = kem.encapsulate(keys.public_key.span(), generator);
  const auto digest = [](View part) {
    testing::Digest digest;
    digest.append(part);
    return digest.finish();
  };
  EXPECT_EQ(digest(keys.public_key.span()), testing::known_answer(file, "public-key"));
  EXPECT_EQ(digest(keys.secret_key.span()), testing::known_answer(file, "secret-key"));
  EXPECT_EQ(digest(sent.ciphertext.span()), testing::known_answer(file, "ciphertext"));
  EXPECT_EQ(testing::hex(sent.secret.span()), testing::known_answer(file, "secret"));
  Bytes changed = copy_of(sent.ciphertext.span());
  std::swap(changed[0], changed[2]);
  const auto rejected = kem.decapsulate(keys.secret_key.span(), changed);
  EXPECT_EQ(testing::hex(rejected.span()), testing::known_answer(file, "rejected"));
}

TEST(KnownAnswers, TheKemOverModuleLweGivesWhatItAlwaysGave) {
  expect_known_answers<testing::MlweKem>("mlwe_kem.txt");
}

TEST(KnownAnswers, TheKemOverRingLweGivesWhatItAlwaysGave) {
  expect_known_answers<testing::RlweKem>("rlwe_kem.txt");
}

}  // namespace
}  // namespace lath
