// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/key_encapsulation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/bad_input.hpp"
#include "base/corrupted.hpp"
#include "base/seeded_values.hpp"
#include "pke/kem_cases.hpp"

namespace lath {
namespace {

using testing::copy_of;
using testing::equal;
using Bytes = std::vector<std::byte>;

template <KeyEncapsulation K>
class KeyEncapsulations : public ::testing::Test {
 protected:
  const K scheme = testing::make_kem<K>();
  Generator generator = Generator::from_seed(Seed(), "key encapsulation test");
};
TYPED_TEST_SUITE(KeyEncapsulations, testing::Kems, testing::KemNames);

TYPED_TEST(KeyEncapsulations, GiveBothSidesOneSecret) {
  for (int round = 0; round < 20; ++round) {
    const auto keys = this->scheme.generate_keys(this->generator);
    ASSERT_EQ(keys.public_key.size(), this->scheme.public_key_bytes());
    ASSERT_EQ(keys.secret_key.size(), this->scheme.secret_key_bytes());
    this->scheme.check_public_key(keys.public_key.span());
    this->scheme.check_secret_key(keys.secret_key.span());
    const auto sent = this->scheme.encapsulate(keys.public_key.span(), this->generator);
    ASSERT_EQ(sent.ciphertext.size(), this->scheme.ciphertext_bytes());
    ASSERT_TRUE(equal(this->scheme.decapsulate(keys.secret_key.span(), sent.ciphertext.span()),
                      sent.secret))
        << round;
  }
}

TYPED_TEST(KeyEncapsulations, FailWithAProbabilityBelowTwoToTheMinus128) {
  EXPECT_LE(this->scheme.failure_bound(), 0x1p-128);
  EXPECT_GT(this->scheme.failure_bound(), 0x1p-600);
}

TYPED_TEST(KeyEncapsulations, GiveTheSameForTheSameSeedAndElseAnother) {
  Generator same = Generator::from_seed(Seed(), "key encapsulation test");
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto again = this->scheme.generate_keys(same);
  EXPECT_EQ(copy_of(keys.public_key.span()), copy_of(again.public_key.span()));
  EXPECT_EQ(copy_of(keys.secret_key.span()), copy_of(again.secret_key.span()));
  const auto a = this->scheme.encapsulate(keys.public_key.span(), this->generator);
  const auto b = this->scheme.encapsulate(keys.public_key.span(), same);
  const auto c = this->scheme.encapsulate(keys.public_key.span(), same);
  EXPECT_EQ(copy_of(a.ciphertext.span()), copy_of(b.ciphertext.span()));
  EXPECT_TRUE(equal(a.secret, b.secret));
  EXPECT_NE(copy_of(b.ciphertext.span()), copy_of(c.ciphertext.span()));
  EXPECT_FALSE(equal(b.secret, c.secret));
}

TYPED_TEST(KeyEncapsulations, AnotherKeyGivesAnotherSecret) {
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto others = this->scheme.generate_keys(this->generator);
  const auto sent = this->scheme.encapsulate(keys.public_key.span(), this->generator);
  const auto found = this->scheme.decapsulate(others.secret_key.span(), sent.ciphertext.span());
  EXPECT_FALSE(equal(found, sent.secret));
  EXPECT_TRUE(
      equal(found, this->scheme.decapsulate(others.secret_key.span(), sent.ciphertext.span())));
}

TYPED_TEST(KeyEncapsulations, RefuseOtherSizes) {
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto sent = this->scheme.encapsulate(keys.public_key.span(), this->generator);
  for (const int change : {-1, 1}) {
    const auto resized = [&](std::span<const std::byte> bytes) {
      Bytes result = copy_of(bytes);
      result.resize(static_cast<std::size_t>(static_cast<int>(bytes.size()) + change));
      return result;
    };
    const Bytes p = resized(keys.public_key.span()), s = resized(keys.secret_key.span()),
                c = resized(sent.ciphertext.span());
    const auto expect = [&](const char* name, const auto& call, const Bytes& bytes) {
      testing::expect_refused({{name, call, ErrorCode::malformed,
                                std::to_string(bytes.size()) + " bytes", "need", ""}});
    };
    const auto& kem = this->scheme;
    expect("public key", [&] { kem.check_public_key(p); }, p);
    expect("public key used", [&] { (void)kem.encapsulate(p, this->generator); }, p);
    expect("secret key", [&] { kem.check_secret_key(s); }, s);
    expect("secret key used", [&] { (void)kem.decapsulate(s, sent.ciphertext.span()); }, s);
    expect("ciphertext", [&] { (void)kem.decapsulate(keys.secret_key.span(), c); }, c);
  }
}

// corruptions_at_full_size asks for 100,000.
std::size_t corruptions() { return testing::seeds(1000); }

TYPED_TEST(KeyEncapsulations, RejectEveryCorruptedCiphertext) {
  testing::SeededValues random(7);
  SCOPED_TRACE(random.label());
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto sent = this->scheme.encapsulate(keys.public_key.span(), this->generator);
  const Bytes honest = copy_of(sent.ciphertext.span());
  std::size_t refused = 0, rejected = 0;
  for (std::size_t i = 0; i < corruptions(); ++i) {
    const Bytes bytes = testing::corrupted(honest, random);
    if (bytes == honest) continue;
    try {
      const auto secret = this->scheme.decapsulate(keys.secret_key.span(), bytes);
      ASSERT_FALSE(equal(secret, sent.secret)) << i;
      ++rejected;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::malformed) << error.what();
      ++refused;
    }
  }
  this->RecordProperty("rejected", std::to_string(rejected));
  this->RecordProperty("malformed", std::to_string(refused));
  EXPECT_GT(rejected, corruptions() / 10);
}

TYPED_TEST(KeyEncapsulations, RefuseOrSurviveEveryCorruptedKey) {
  testing::SeededValues random(8);
  SCOPED_TRACE(random.label());
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto sent = this->scheme.encapsulate(keys.public_key.span(), this->generator);
  for (std::size_t i = 0; i < corruptions(); ++i) {
    const Bytes public_key = testing::corrupted(keys.public_key.span(), random);
    const Bytes secret_key = testing::corrupted(keys.secret_key.span(), random);
    try {
      const auto other = this->scheme.encapsulate(public_key, this->generator);
      ASSERT_FALSE(equal(this->scheme.decapsulate(keys.secret_key.span(), other.ciphertext.span()),
                         other.secret) &&
                   public_key != copy_of(keys.public_key.span()))
          << i;
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::malformed) << error.what();
    }
    try {
      (void)this->scheme.decapsulate(secret_key, sent.ciphertext.span());
    } catch (const Error& error) {
      ASSERT_EQ(error.code(), ErrorCode::malformed) << error.what();
    }
  }
}

}  // namespace
}  // namespace lath
