// SPDX-License-Identifier: Apache-2.0
//
// Secret keys that are longer than noise bounds count on: bounds under them promise nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::he {
namespace {

using namespace lath::testing;

const Literal kLiteral{.degree = 64,
                       .plaintext_modulus = 257,
                       .prime_bits = {50, 50, 50, 50},
                       .special_prime_bits = {51}};

// A secret key with such bounds, of keys as other libraries draw them: two in five are long.
template <class Scheme>
SecretKey drawn_key(const FewKeys<Scheme>& keys, SeededValues& random, BoundOrigin bounds) {
  const auto good = to_bytes(keys.secret);
  std::vector<std::byte> bytes(good.span().begin(), good.span().end());
  for (int attempt = 0; attempt < 200; ++attempt) {
    for (std::size_t i = bytes.size() - kLiteral.degree / 4; i < bytes.size(); ++i) {
      std::uint64_t word = 0;
      for (int j = 0; j < 4; ++j) word = 4 * word + random.below(3);
      bytes[i] = static_cast<std::byte>(word);
    }
    SecretKey key = secret_key_from_bytes(keys.parameters, bytes);
    if (key.bounds() == bounds) return key;
  }
  throw std::logic_error("no such key was drawn");
}

using Bytes = std::vector<std::byte>;
Bytes bytes_of(const SecretKey& key) {
  const auto bytes = to_bytes(key);
  return {bytes.span().begin(), bytes.span().end()};
}

template <class S>
class LongKeys : public ::testing::Test {};
TYPED_TEST_SUITE(LongKeys, BothSchemes);

TYPED_TEST(LongKeys, MakeBoundsThatAreClaimed) {
  FewKeys<TypeParam> keys(kLiteral);
  SeededValues random(77);
  SCOPED_TRACE(random.label());
  EXPECT_EQ(keys.secret.bounds(), BoundOrigin::own);
  for (const BoundOrigin bounds : {BoundOrigin::own, BoundOrigin::claimed}) {
    const SecretKey secret = drawn_key(keys, random, bounds);
    const PublicKey key = keys.key_generator.public_key(secret);
    EXPECT_EQ(key.bounds(), bounds);
    EXPECT_EQ(secret.without_id().bounds(), bounds);
    const Plaintext m = keys.plaintext(keys.draw(random));
    const SymmetricEncryptor symmetric(keys.parameters, secret);
    const Ciphertext c = symmetric.encrypt(m, keys.generator);
    EXPECT_EQ(c.noise().origin(), bounds);
    EXPECT_EQ(symmetric.encrypt_seeded(m, keys.generator).expand().noise().origin(), bounds);
    const Encryptor encryptor(keys.parameters, key);
    EXPECT_EQ(encryptor.encrypt(m, keys.generator).noise().origin(), bounds);
    const Rerandomizer rerandomizer(keys.parameters, key);
    EXPECT_EQ(rerandomizer.rerandomize(keys.symmetric.encrypt(m, keys.generator), keys.generator)
                  .noise()
                  .origin(),
              bounds);
    EXPECT_EQ(keys.session.multiply(c, c).noise().origin(), bounds);
  }
}

TYPED_TEST(LongKeys, ReleaseNothing) {
  FewKeys<TypeParam> keys(kLiteral);
  SeededValues random(78);
  SCOPED_TRACE(random.label());
  const SecretKey secret = drawn_key(keys, random, BoundOrigin::claimed);
  const Decryptor decryptor(keys.parameters, secret);
  const Plaintext m = keys.plaintext(keys.draw(random));
  const Ciphertext c = SymmetricEncryptor(keys.parameters, secret).encrypt(m, keys.generator);
  EXPECT_TRUE(std::ranges::equal(decryptor.decrypt(c).words(), m.words()));
  const NoiseBound own = keys.parameters.noise().symmetric();
  for (const Ciphertext& each : {c, decryptor.authenticated(c), decryptor.bounded(c, own)}) {
    EXPECT_EQ(each.noise().origin(), BoundOrigin::claimed);
    expect_error([&] { (void)decryptor.decrypt_for_release(each, keys.generator); },
                 ErrorCode::invalid_argument, {"claimed", "longer than bounds count on"});
  }
}

TYPED_TEST(LongKeys, AreKnownFromBytesOfTheirPublicKeys) {
  FewKeys<TypeParam> keys(kLiteral);
  SeededValues random(79);
  SCOPED_TRACE(random.label());
  for (const BoundOrigin bounds : {BoundOrigin::own, BoundOrigin::claimed}) {
    const SecretKey secret = drawn_key(keys, random, bounds);
    EXPECT_EQ(secret_key_from_bytes(keys.parameters, to_bytes(secret)).bounds(), bounds);
    const auto bytes = to_bytes(keys.key_generator.public_key(secret));
    EXPECT_EQ(std::to_integer<int>(bytes[7]), bounds == BoundOrigin::own ? 0 : 2);
    const PublicKey key = public_key_from_bytes(keys.parameters, bytes);
    EXPECT_EQ(key.bounds(), bounds);
    const auto again = to_bytes(key);
    EXPECT_TRUE(std::ranges::equal(again.span(), bytes.span()));
  }
}

// Long keys have many equal neighbours; the norm by its definition tells which are too long.
TYPED_TEST(LongKeys, AreRefusedBeyondALimit) {
  const FewKeys<TypeParam> keys({.degree = 128,
                                 .plaintext_modulus = 257,
                                 .prime_bits = {50, 50},
                                 .special_prime_bits = {51}});
  constexpr std::size_t kDegree = 128;
  const double promised = 2.0 * kDegree / 3 * std::log(kDegree),
               limit = promised + 64.0 * kDegree / 3;
  const Bytes good = bytes_of(keys.secret);
  SeededValues random(31);
  SCOPED_TRACE(random.label());
  std::size_t accepted = 0, refused = 0;
  for (std::size_t ones = 0; ones <= kDegree; ones += 4) {
    std::vector<int> s(kDegree);
    for (std::size_t i = 0; i < kDegree; ++i) {
      s[i] = i < ones ? 1 : static_cast<int>(random.below(3)) - 1;
    }
    Bytes bytes(good.begin(), good.begin() + 56);
    for (std::size_t i = 0; i < kDegree; i += 4) {
      const int byte = (s[i] + 1) + 4 * (s[i + 1] + 1) + 16 * (s[i + 2] + 1) + 64 * (s[i + 3] + 1);
      bytes.push_back(static_cast<std::byte>(byte));
    }
    double norm = 0;
    for (std::size_t k = 1; k < 2 * kDegree; k += 2) {
      std::complex<double> sum = 0;
      for (std::size_t i = 0; i < kDegree; ++i) {
        sum += static_cast<double>(s[i]) *
               std::polar(1.0, std::numbers::pi * static_cast<double>(i * k) / kDegree);
      }
      norm = std::max(norm, std::norm(sum));
    }
    ASSERT_GT(std::abs(norm / limit - 1), 1e-9);
    if (norm < limit) {
      const SecretKey key = secret_key_from_bytes(keys.parameters, bytes);
      EXPECT_EQ(bytes_of(key), bytes);
      EXPECT_EQ(key.bounds(), norm < promised ? BoundOrigin::own : BoundOrigin::claimed);
      ++accepted;
    } else {
      expect_error([&] { (void)secret_key_from_bytes(keys.parameters, bytes); },
                   ErrorCode::malformed, {"too long for the noise bounds", "KeyGenerator"});
      ++refused;
    }
  }
  EXPECT_GT(accepted, 5U);
  EXPECT_GT(refused, 5U);
}

}  // namespace
}  // namespace lath::he
