// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/public_key_scheme.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "pke/rlwe_cases.hpp"
#include "pke/scheme_cases.hpp"

namespace lath {
namespace {

// What the properties need to know of a scheme: an object of it and random messages.
template <class S>
struct Case;
template <>
struct Case<rlwe::Scheme> {
  static rlwe::Scheme scheme() { return rlwe::Scheme::create(rlwe::recommended_parameters()); }
  static rlwe::Message message(const rlwe::Scheme& scheme, Generator& g) {
    return testing::random_message(scheme, g);
  }
};
template <>
struct Case<lwe::Scheme> {
  static lwe::Scheme scheme() { return lwe::Scheme::create(lwe::recommended_parameters()); }
  static lwe::Message message(const lwe::Scheme& scheme, Generator& g) {
    return testing::random_message(scheme, g);
  }
};
template <>
struct Case<mlwe::Scheme> {
  static mlwe::Scheme scheme() { return mlwe::Scheme::create(mlwe::recommended_parameters()); }
  static mlwe::Message message(const mlwe::Scheme& scheme, Generator& g) {
    return testing::random_message(scheme, g);
  }
};

template <PublicKeyScheme S>
class PublicKeySchemes : public ::testing::Test {
 protected:
  Generator generator = testing::generator_of("public key scheme");
  const S scheme = Case<S>::scheme();
  typename S::Message random_message() { return Case<S>::message(scheme, generator); }
};
using Schemes = ::testing::Types<lwe::Scheme, mlwe::Scheme, rlwe::Scheme>;
TYPED_TEST_SUITE(PublicKeySchemes, Schemes);

TYPED_TEST(PublicKeySchemes, DecryptWhatTheyEncrypted) {
  for (int round = 0; round < 20; ++round) {
    const auto keys = this->scheme.generate_keys(this->generator);
    const auto message = this->random_message();
    const auto ciphertext = this->scheme.encrypt(keys.public_key, message, this->generator);
    ASSERT_TRUE(testing::equal(this->scheme.decrypt(keys.secret_key, ciphertext), message));
  }
}

TYPED_TEST(PublicKeySchemes, GiveTheSameForTheSameSeed) {
  auto first = testing::generator_of("twice"), second = testing::generator_of("twice");
  const auto a = this->scheme.generate_keys(first), b = this->scheme.generate_keys(second);
  EXPECT_TRUE(a.public_key == b.public_key);
  const auto message = this->random_message();
  EXPECT_TRUE(this->scheme.encrypt(a.public_key, message, first) ==
              this->scheme.encrypt(b.public_key, message, second));
}

TYPED_TEST(PublicKeySchemes, EncryptOneMessageDifferentlyEachTime) {
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto message = this->random_message();
  const auto a = this->scheme.encrypt(keys.public_key, message, this->generator);
  const auto b = this->scheme.encrypt(keys.public_key, message, this->generator);
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(a.u == b.u);
  EXPECT_FALSE(a.v == b.v);
}

TYPED_TEST(PublicKeySchemes, AnotherKeyGivesAnotherMessage) {
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto others = this->scheme.generate_keys(this->generator);
  EXPECT_FALSE(keys.public_key == others.public_key);
  const auto message = this->random_message();
  const auto ciphertext = this->scheme.encrypt(keys.public_key, message, this->generator);
  EXPECT_FALSE(testing::equal(this->scheme.decrypt(others.secret_key, ciphertext), message));
}

TYPED_TEST(PublicKeySchemes, TheFirstPartIsNeededForTheMessage) {
  const auto keys = this->scheme.generate_keys(this->generator);
  const auto message = this->random_message();
  auto mixed = this->scheme.encrypt(keys.public_key, message, this->generator);
  mixed.u = this->scheme.encrypt(keys.public_key, message, this->generator).u;
  EXPECT_FALSE(testing::equal(this->scheme.decrypt(keys.secret_key, mixed), message));
}

}  // namespace
}  // namespace lath
