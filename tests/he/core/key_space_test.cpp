// SPDX-License-Identifier: Apache-2.0
//
// One set of keys for all plaintexts and both schemes.
#include "lath/he/core/key_space.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/literals.hpp"
#include "he/plain_polynomial.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"

namespace lath::he {
namespace {

using testing::expect_error;
using testing::PlainPolynomial;
using testing::SeededValues;

// Keys of a key space, which know no plaintexts.
struct Keys {
  explicit Keys(const KeySpace& space, const char* name = "keys of a space")
      : generator(Generator::from_seed(Seed{}, name)), maker(space, generator) {}

  Generator generator;
  KeyGenerator maker;
  SecretKey secret = maker.secret_key();
  PublicKey public_key = maker.public_key(secret);
  RelinKey relin = maker.relin_key(secret);
  GaloisKeys galois = maker.galois_keys(secret, {3});
};

// Encrypts two messages, multiplies, relinearises, substitutes, switches down by a prime, and
// decrypts, with keys that serve other parameters, too.
template <class Parameters, class Evaluator>
void expect_serves(Keys& keys, const Parameters& parameters, std::uint64_t seed) {
  const std::uint64_t t = parameters.plaintext_modulus().word();
  SCOPED_TRACE("t = " + std::to_string(t));
  SeededValues values(seed);
  const PlainPolynomial zero(nullptr, parameters.degree(), t);
  const PlainPolynomial m = zero.random(values), k = zero.random(values);
  const Encryptor encryptor(parameters, keys.public_key);
  const auto encrypt = [&](const PlainPolynomial& x) {
    return encryptor.encrypt(Plaintext(parameters, x.coefficients()), keys.generator);
  };
  const Evaluator evaluator(parameters);
  EvaluatorWorkspace workspace(parameters);
  const auto product = evaluator.multiply(encrypt(m), encrypt(k), workspace);
  Ciphertext c = evaluator.relinearize(product, keys.relin, workspace);
  c = evaluator.apply_galois(c, 3, keys.galois, workspace);
  c = evaluator.mod_switch(c, c.level() - 1, workspace);
  EXPECT_LE(debug::log2_noise(parameters, keys.secret, c), c.noise().log2_bound());
  const Plaintext found = Decryptor(parameters, keys.secret).decrypt(c);
  const std::vector<std::uint64_t> words(found.coefficients().begin(), found.coefficients().end());
  EXPECT_EQ(words, (m * k).substituted(3).coefficients());
}

Literal literal_of(std::uint64_t t) {
  return {.degree = 64,
          .plaintext_modulus = t,
          .prime_bits = {48, 48, 48, 48, 48},
          .special_prime_bits = {49, 49}};
}

TEST(KeySpace, ServesTwoModuliAndBothSchemes) {
  const auto p = bfv::Parameters::create_insecure(literal_of(12289));
  Keys keys(p.key_space());
  const auto q = p.with_plaintexts(PlaintextSpace::modulo(40961));
  expect_serves<bfv::Parameters, bfv::Evaluator>(keys, p, 1);
  expect_serves<bfv::Parameters, bfv::Evaluator>(keys, q, 2);
  const auto r = bgv::Parameters::create(p.key_space(), p.plaintext_space());
  expect_serves<bgv::Parameters, bgv::Evaluator>(keys, r, 3);
  expect_serves<bgv::Parameters, bgv::Evaluator>(
      keys, r.with_plaintexts(PlaintextSpace::modulo(40961)), 4);
  // Those of the same literal that were made on their own, too.
  expect_serves<bgv::Parameters, bgv::Evaluator>(
      keys, bgv::Parameters::create_insecure(literal_of(257)), 5);
}

// The bytes of a key do not know t or the scheme.
TEST(KeySpace, HasKeysOfEqualBytes) {
  const auto p = bfv::Parameters::create_insecure(literal_of(12289));
  const auto q = bgv::Parameters::create_insecure(literal_of(40961));
  ASSERT_EQ(p.key_space(), q.key_space());
  Keys of_p(p.key_space()), of_q(q.key_space());
  const auto expect_equal = [](const auto& a, const auto& b) {
    const auto x = to_bytes(a), y = to_bytes(b);
    EXPECT_TRUE(std::ranges::equal(x.span(), y.span()));
  };
  expect_equal(of_p.public_key, of_q.public_key);
  expect_equal(of_p.relin, of_q.relin);
  expect_equal(of_p.galois, of_q.galois);
  const auto bytes = to_bytes(of_p.relin);
  EXPECT_EQ(relin_key_from_bytes(q, bytes.span()).key.seed(), of_p.relin.key.seed());
}

TEST(KeySpace, IsRefusedByOthersWithBothNamed) {
  const auto p = bfv::Parameters::create_insecure(literal_of(257));
  Literal literal = literal_of(257);
  literal.prime_bits.pop_back();
  const auto other = bfv::Parameters::create_insecure(literal);
  EXPECT_NE(p.key_space(), other.key_space());
  Keys keys(p.key_space());
  const std::initializer_list<std::string_view> both{
      "a public key of other parameters: degree 64, 5 primes and 2 special primes",
      "in use: degree 64, 4 primes and 2 special primes"};
  expect_error([&] { (void)Encryptor(other, keys.public_key); }, ErrorCode::mismatch, both);
  const auto b = p.with_plaintexts(PlaintextSpace::modulo(65537));
  const Ciphertext c = Encryptor(p, keys.public_key).encrypt(Plaintext(p, {1}), keys.generator);
  expect_error([&] { (void)Decryptor(b, keys.secret).decrypt(c); }, ErrorCode::mismatch,
               {"a ciphertext of other parameters: BFV of degree 64", "t = 257", "t = 65537"});
}

TEST(KeySpace, HasNoPlaintextModulus) {
  const auto space = KeySpace::create_insecure(literal_of(0));
  EXPECT_EQ(space, KeySpace::create_insecure(literal_of(65537)));
  EXPECT_EQ(space.levels(), 5U);
  EXPECT_EQ(space.digits(), 3U);
  EXPECT_EQ(space.degree(), 64U);
  EXPECT_EQ(space.key_ring().limbs(), 7U);
  EXPECT_EQ(space.ring(2).limbs(), 2U);
}

}  // namespace
}  // namespace lath::he
