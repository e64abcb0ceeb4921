// SPDX-License-Identifier: Apache-2.0
//
// Objects of one secret key go together, and those of several do not.
#include "lath/he/core/key_id.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/seeded_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::KeyId;

template <class Scheme>
class KeyIds : public ::testing::Test {
 protected:
  SchemeKeys<Scheme> keys_{literals_of_both()[3]};
  SeededValues values_{5};
  PlainPolynomial m_ = keys_.draw(values_);
  Ciphertext a_ = keys_.encrypt(m_);
};
TYPED_TEST_SUITE(KeyIds, BothSchemes);

std::string hexadecimal(KeyId id) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(id.value()));
  return text;
}

// Keys and ciphertexts of another secret with the same parameters.
template <class Scheme>
struct Stranger {
  explicit Stranger(SchemeKeys<Scheme>& keys)
      : secret(keys.key_generator.secret_key()),
        relin(keys.key_generator.relin_key(secret)),
        galois(keys.key_generator.galois_keys(secret, {3})),
        ciphertext(he::Encryptor(keys.parameters, keys.key_generator.public_key(secret))
                       .encrypt(keys.plaintext(keys.constant(1)), keys.generator)) {}

  he::SecretKey secret;
  he::RelinKey relin;
  he::GaloisKeys galois;
  he::Ciphertext ciphertext;
};

TYPED_TEST(KeyIds, OfAnotherSecretAreAMismatch) {
  auto& keys = this->keys_;
  auto& a = this->a_;
  auto& e = keys.session;
  const Stranger<TypeParam> other(keys);
  const he::Decryptor decryptor(keys.parameters, other.secret);
  const auto refused = [](const auto& action) {
    expect_error(action, ErrorCode::mismatch, {"another secret key"});
  };
  auto stranger = keys.evaluator.session({other.relin, other.galois});
  refused([&] { (void)stranger.relinearize(e.multiply(a, a)); });
  refused([&] { (void)stranger.rotate_rows(a, 1); });
  refused([&] { (void)stranger.sum_columns(a, 2); });
  refused([&] { (void)he::EvaluationKeys(keys.relin, other.galois); });
  refused([&] { (void)e.add(a, other.ciphertext); });
  refused([&] { (void)e.multiply(a, other.ciphertext); });
  refused([&] { (void)decryptor.decrypt(a); });
  refused([&] { (void)decryptor.decrypt_for_release(a, keys.generator); });
  refused([&] { (void)e.dot_product({&a, 1}, {&other.ciphertext, 1}); });
  refused([&] { (void)keys.rerandomizer.rerandomize(other.ciphertext, keys.generator); });
  const std::vector<Ciphertext> both{a, other.ciphertext};
  const std::vector<he::PlainFactor> factors(2, {keys.plaintext(this->m_), a.level()});
  refused([&] { (void)e.dot_plain(both, factors); });
  const auto hoisted = e.hoist(a);
  refused([&] { (void)stranger.apply_galois(hoisted, 3); });
  // Both are named.
  expect_error([&] { (void)e.add(a, other.ciphertext); }, ErrorCode::mismatch,
               {hexadecimal(a.key_id()), hexadecimal(other.ciphertext.key_id())});
}

TYPED_TEST(KeyIds, GoFromKeysToResults) {
  auto& keys = this->keys_;
  auto& e = keys.session;
  const KeyId id = keys.secret.id();
  ASSERT_FALSE(id.is_none());
  EXPECT_EQ(keys.public_key.id(), id);
  EXPECT_EQ(keys.relin.key.id(), id);
  EXPECT_EQ(keys.galois.id(), id);
  const Ciphertext& a = this->a_;
  const auto plain = keys.plaintext(this->m_);
  const auto product = e.multiply(a, a);
  const auto seeded = keys.symmetric.encrypt_seeded(plain, keys.generator);
  const std::vector<KeyId> computed{a.key_id(),
                                    product.key_id(),
                                    seeded.key_id(),
                                    seeded.expand().key_id(),
                                    keys.symmetric.encrypt(plain, keys.generator).key_id(),
                                    e.add(a, a).key_id(),
                                    e.add(product, product).key_id(),
                                    e.multiply_plain(a, -1).key_id(),
                                    e.add_plain(a, plain).key_id(),
                                    e.multiply_plain(a, plain).key_id(),
                                    e.add_plain(a, 3).key_id(),
                                    e.multiply_plain(a, 3).key_id(),
                                    e.mod_switch(a, 3).key_id(),
                                    e.mod_switch(product, 3).key_id(),
                                    e.relinearize(product).key_id(),
                                    e.rotate_rows(a, 1).key_id(),
                                    e.sum_columns(a, 4).key_id(),
                                    e.apply_galois(e.hoist(a), 3).key_id()};
  for (const KeyId found : computed) EXPECT_EQ(found, id);
}

TYPED_TEST(KeyIds, AreInBytes) {
  auto& keys = this->keys_;
  const KeyId id = keys.secret.id();
  const auto ciphertext = he::to_bytes(this->a_), relin = he::to_bytes(keys.relin),
             galois = he::to_bytes(keys.galois), public_key = he::to_bytes(keys.public_key);
  const auto secret = he::to_bytes(keys.secret);
  const auto& parameters = keys.parameters;
  EXPECT_EQ(he::ciphertext_from_bytes(parameters, ciphertext.span()).key_id(), id);
  EXPECT_EQ(he::relin_key_from_bytes(parameters, relin.span()).key.id(), id);
  EXPECT_EQ(he::galois_keys_from_bytes(parameters, galois.span()).id(), id);
  EXPECT_EQ(he::public_key_from_bytes(parameters, public_key.span()).id(), id);
  EXPECT_EQ(he::secret_key_from_bytes(parameters, secret.span()).id(), id);
}

// They can be left out: then nothing can be linked, and nothing is noticed.
TYPED_TEST(KeyIds, CanBeLeftOut) {
  auto& keys = this->keys_;
  const he::SecretKey secret = keys.secret.without_id();
  EXPECT_TRUE(secret.id().is_none());
  const auto public_key = keys.key_generator.public_key(secret);
  EXPECT_TRUE(public_key.id().is_none());
  const Ciphertext c =
      he::Encryptor(keys.parameters, public_key).encrypt(keys.plaintext(this->m_), keys.generator);
  EXPECT_TRUE(c.key_id().is_none());
  EXPECT_EQ(keys.decrypt(c), this->m_.coefficients());
  const auto found = he::Decryptor(keys.parameters, secret).decrypt(this->a_);
  EXPECT_EQ(SchemeKeys<TypeParam>::words(found), this->m_.coefficients());
  // Beside an object that has one, a result has it.
  EXPECT_EQ(keys.session.add(c, this->a_).key_id(), keys.secret.id());
  EXPECT_EQ(keys.session.add(this->a_, c).key_id(), keys.secret.id());
  const Stranger<TypeParam> other(keys);
  EXPECT_NO_THROW((void)keys.session.add(c, other.ciphertext));
}

// A seed determines it; every key that is drawn has another one.
TYPED_TEST(KeyIds, AreDrawnBesideTheSecret) {
  const he::SeededKeys a(this->keys_.parameters, Seed{}), b(this->keys_.parameters, Seed{});
  EXPECT_EQ(a.secret_key().id(), b.secret_key().id());
  EXPECT_NE(this->keys_.key_generator.secret_key().id(),
            this->keys_.key_generator.secret_key().id());
}

TYPED_TEST(KeyIds, OfParametersOfOneLiteralGoTogether) {
  auto& keys = this->keys_;
  const auto again = TypeParam::Parameters::create_insecure(literals_of_both()[3]);
  EXPECT_TRUE(again == keys.parameters);
  auto session = typename TypeParam::Evaluator(again).session(keys.relin);
  const auto product = session.relinearize(session.multiply(this->a_, this->a_));
  EXPECT_EQ(keys.decrypt(product), (this->m_ * this->m_).coefficients());
}

}  // namespace
}  // namespace lath::testing
