// SPDX-License-Identifier: Apache-2.0
//
// Recommended parameters have room for what they are recommended for.
#include <gtest/gtest.h>

#include <cstdint>

#include "base/expect_error.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

template <class Scheme>
class RecommendedParameters : public ::testing::Test {};
TYPED_TEST_SUITE(RecommendedParameters, BothSchemes);

TYPED_TEST(RecommendedParameters, HaveRoomForAnEncryptionOrNameADegreeThatHas) {
  using Parameters = typename TypeParam::Parameters;
  for (const int bits : {58, 60}) {
    const std::uint64_t t = ntt_primes(bits, 4096, 1)[0];
    expect_error([&] { (void)Parameters::recommended(4096, t); }, ErrorCode::invalid_argument,
                 {"plaintext modulus of " + std::to_string(bits) + " bits at degree 4096",
                  "Q has 70", "room for the noise of an encryption", "take degree 8192"});
  }
  Generator generator = Generator::from_seed(Seed{}, "recommended");
  for (const std::uint64_t t : {ntt_primes(50, 4096, 1)[0], ntt_primes(58, 8192, 1)[0]}) {
    const auto parameters = Parameters::recommended(t >> 50 == 0 ? 4096 : 8192, t);
    he::KeyGenerator keys(parameters, generator);
    const he::SecretKey secret = keys.secret_key();
    const he::Encryptor encryptor(parameters, keys.public_key(secret));
    (void)encryptor.encrypt(he::Plaintext(parameters), generator);
  }
}

// At 192 bits of security degree 4096 has 75 bits for Q and P.
TYPED_TEST(RecommendedParameters, NameTheDegreeWhereTheModulusIsTooShort) {
  using Parameters = typename TypeParam::Parameters;
  expect_error([] { (void)Parameters::recommended(2048, 65537); }, ErrorCode::invalid_argument,
               {"degree 2048", "need 102 bits", "take degree 4096"});
  expect_error([] { (void)Parameters::recommended(4096, 65537, SecurityLevel::bits192); },
               ErrorCode::invalid_argument, {"degree 4096", "need 102 bits", "take degree 8192"});
}

// What somebody chose on their own is said by the encryption, in its own terms.
TYPED_TEST(RecommendedParameters, AreAdvisedWhereAnEncryptionHasNoRoom) {
  SchemeKeys<TypeParam> keys({.degree = 64,
                              .plaintext_modulus = std::uint64_t{1} << 58,
                              .prime_bits = {30, 30},
                              .special_prime_bits = {31}});
  expect_error([&] { (void)keys.encrypt(keys.constant(0)); }, ErrorCode::invalid_argument,
               {"a fresh ciphertext", "noise", "smaller plaintext modulus or a longer Q"});
}

}  // namespace
}  // namespace lath::testing
