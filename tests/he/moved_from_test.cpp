// SPDX-License-Identifier: Apache-2.0
//
// Everything of homomorphic encryption after a move: see base/moved_from.hpp.
#include "base/moved_from.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "base/expect_error.hpp"
#include "he/scheme_keys.hpp"
#include "lath/he/coefficient_encoder.hpp"
#include "lath/he/core/session_pool.hpp"
#include "lath/he/integer_encoder.hpp"
#include "lath/he/seeded_keys.hpp"
#include "lath/he/slot_encoder.hpp"

// NOLINTBEGIN(bugprone-use-after-move): that is what this file is about
namespace lath::testing {
namespace {

using he::Ciphertext;
using he::GaloisKeys;
using he::HoistedCiphertext;
using he::PlainFactor;
using he::Plaintext;

// What needs the contents of an object: the error says that they were moved, from what, and what to
// do. On whole objects it works. An operand belongs to no parameters.
template <class T>
Operation<T> refuses(const char* name, const std::string& found, ErrorCode code,
                     const std::function<void(T&)>& run) {
  return {name, [=](T& object) {
            try {
              run(object);
            } catch (const Error& error) {
              EXPECT_EQ(error.code(), code);
              const std::string text = error.what();
              EXPECT_TRUE(text.starts_with(found)) << text;
              EXPECT_NE(text.find("need one that still holds its words"), text.npos) << text;
              EXPECT_NE(text.find("assign to it first"), text.npos) << text;
              throw;
            }
          }};
}
template <class T>
Operation<T> needs(const char* name, const std::string& operand,
                   const std::function<void(T&)>& run) {
  return refuses(name, operand + " of other parameters: it was moved from", ErrorCode::mismatch,
                 run);
}
// The same of what has the function, or is written.
template <class T>
Operation<T> does(const char* name, const std::string& what, const std::function<void(T&)>& run) {
  return refuses(name, what + " that was moved from", ErrorCode::invalid_argument, run);
}
template <class T>
Operation<T> works(const char* name, const std::function<void(T&)>& run) {
  return {name, run, true};
}

template <class Scheme>
class HeMovedFrom : public ::testing::Test {
 public:
  void plaintexts();
  void ciphertexts();
  void products();
  void hoisted_and_seeded();
  void keys_of_all();
  void holders_of_keys();
  void pairs();
  void handles();

 private:
  using Evaluator = typename Scheme::Evaluator;
  using Product = typename Scheme::Product;

  SchemeKeys<Scheme> keys{{.degree = 16,
                           .plaintext_modulus = 97,
                           .prime_bits = {50, 50, 50, 50},
                           .special_prime_bits = {51}}};
  typename Scheme::Session& e = keys.session;
  Generator& g = keys.generator;
  const Plaintext plain = keys.plaintext(std::vector<std::uint64_t>{1, 2, 96});
  const PlainFactor factor{plain, 4};
  const Ciphertext c = keys.encryptor.encrypt(plain, g);
  const Product product = e.multiply(c, c);
};

template <class Scheme>
void HeMovedFrom<Scheme>::plaintexts() {
  const auto coefficients = he::CoefficientEncoder(keys.parameters);
  const auto integers = he::IntegerEncoder::create(keys.parameters, 97);
  const auto slots = he::SlotEncoder::create(keys.parameters);
  const auto needed = [](const char* name, const std::function<void(Plaintext&)>& run) {
    return needs<Plaintext>(name, "a plaintext", run);
  };
  const Plaintext one = keys.plaintext(std::vector<std::uint64_t>{1});
  expect_policy<Plaintext>(
      "Plaintext", Left::empty, [&] { return one; },
      {works<Plaintext>("coefficients", [](Plaintext& m) { use(m.coefficients().size()); }),
       needed("encrypt", [&](Plaintext& m) { use(keys.encryptor.encrypt(m, g)); }),
       needed("with the secret key", [&](Plaintext& m) { use(keys.symmetric.encrypt(m, g)); }),
       needed("seeded", [&](Plaintext& m) { use(keys.symmetric.encrypt_seeded(m, g)); }),
       needed("add", [&](Plaintext& m) { use(e.add_plain(c, m)); }),
       needed("sub", [&](Plaintext& m) { use(e.sub_plain(c, m)); }),
       needed("multiply", [&](Plaintext& m) { use(e.multiply_plain(c, m)); }),
       needed("prepare", [](Plaintext& m) { use(PlainFactor(m, 1)); }),
       needed("coefficients of", [&](Plaintext& m) { use(coefficients.decode(m)); }),
       needed("signed ones", [&](Plaintext& m) { use(coefficients.decode_signed(m)); }),
       needed("slots of", [&](Plaintext& m) { use(slots.decode(m)); }),
       needed("signed slots", [&](Plaintext& m) { use(slots.decode_signed(m)); }),
       needed("integer of", [&](Plaintext& m) { EXPECT_EQ(integers.decode(m), 1); }),
       does<Plaintext>("bytes", "a plaintext", [](Plaintext& m) { use(to_bytes(m)); })});
  expect_policy<PlainFactor>(
      "PlainFactor", Left::empty, [&] { return factor; },
      {works<PlainFactor>("level", [](PlainFactor& f) { use(f.level()); }),
       works<PlainFactor>("norm", [](PlainFactor& f) { EXPECT_GT(f.log2_norm(), 0); }),
       needs<PlainFactor>("multiply", "a plaintext",
                          [&](PlainFactor& f) { use(e.multiply_plain(c, f)); }),
       needs<PlainFactor>("dot product", "a plaintext",
                          [&](PlainFactor& f) { use(e.dot_plain({&c, 1}, {&f, 1})); })});
}

template <class Scheme>
void HeMovedFrom<Scheme>::ciphertexts() {
  using C = Ciphertext;
  const auto needed = [](const char* name, const std::function<void(C&)>& run) {
    return needs<C>(name, "a ciphertext", run);
  };
  expect_policy<C>(
      "Ciphertext", Left::empty, [&] { return c; },
      {works<C>("level", [](C& x) { use(x.level() + x.scale_factor().bits()); }),
       works<C>("noise", [](C& x) { use(x.noise()); }),
       works<C>("a sum's memory", [&](C& x) { e.add(x, c, c); }),
       works<C>("a product's memory", [&](C& x) { e.relinearize(x, product); }),
       works<C>("a rotation's memory", [&](C& x) { e.apply_galois(x, c, 3); }),
       works<C>("a switch's memory", [&](C& x) { e.mod_switch(x, c, 4); }),
       needs<C>("add", "an operand", [&](C& x) { use(e.add(c, x)); }),
       needs<C>("sub", "an operand", [&](C& x) { use(e.sub(x, x)); }),
       needs<C>("negate", "a ciphertext", [&](C& x) { use(e.multiply_plain(x, -1)); }),
       needs<C>("add to it", "an operand", [&](C& x) { e.add(x, x, c); }),
       needed("add plain", [&](C& x) { use(e.add_plain(x, plain)); }),
       needed("sub plain", [&](C& x) { use(e.sub_plain(x, plain)); }),
       needed("multiply prepared", [&](C& x) { use(e.multiply_plain(x, factor)); }),
       needed("multiply plain", [&](C& x) { use(e.multiply_plain(x, plain)); }),
       needed("dot plain", [&](C& x) { use(e.dot_plain({&x, 1}, {&factor, 1})); }),
       needed("add integer", [&](C& x) { use(e.add_plain(x, 2)); }),
       needed("multiply integer", [&](C& x) { use(e.multiply_plain(x, 2)); }),
       needs<C>("multiply", "a factor", [&](C& x) { use(e.multiply(c, x)); }),
       needs<C>("square", "a factor", [&](C& x) { use(e.multiply(x, x)); }),
       needs<C>("dot product", "a factor", [&](C& x) { use(e.dot_product({&x, 1}, {&c, 1})); }),
       needed("substitute", [&](C& x) { use(e.apply_galois(x, 3)); }),
       needed("rotate", [&](C& x) { use(e.rotate_rows(x, 1)); }),
       needed("rotate by none", [&](C& x) { use(e.rotate_rows(x, 0)); }),
       needed("exchange", [&](C& x) { use(e.exchange_rows(x)); }),
       needed("sum columns", [&](C& x) { use(e.sum_columns(x, 2)); }),
       needed("hoist", [&](C& x) { use(e.hoist(x)); }),
       needed("switch", [&](C& x) { use(e.mod_switch(x, 1)); }),
       needed("decrypt", [&](C& x) { use(keys.decryptor.decrypt(x)); }),
       needed("release", [&](C& x) { use(keys.decryptor.decrypt_for_release(x, g)); }),
       needed("authenticate", [&](C& x) { use(keys.decryptor.authenticated(x)); }),
       needed("bound", [&](C& x) { use(keys.decryptor.bounded(x, c.noise())); }),
       needed("rerandomise", [&](C& x) { use(keys.rerandomizer.rerandomize(x, g)); }),
       needed("measure",
              [&](C& x) { use(he::debug::log2_noise(keys.parameters, keys.secret, x)); }),
       does<C>("bytes", "a ciphertext", [](C& x) { use(to_bytes(x)); })});
}

template <class Scheme>
void HeMovedFrom<Scheme>::products() {
  using P = typename Scheme::Product;
  const auto needed = [](const char* name, const std::function<void(P&)>& run) {
    return needs<P>(name, "a product", run);
  };
  expect_policy<P>(
      "Product", Left::empty, [&] { return product; },
      {works<P>("level", [](P& x) { use(x.level() + x.scale_factor().bits()); }),
       works<P>("noise", [](P& x) { use(x.noise()); }),
       works<P>("a sum's memory", [&](P& x) { e.add(x, product, product); }),
       works<P>("a product's memory", [&](P& x) { e.multiply(x, c, c); }),
       needs<P>("add", "an operand", [&](P& x) { use(e.add(product, x)); }),
       needs<P>("sub", "an operand", [&](P& x) { use(e.sub(x, x)); }),
       needs<P>("switch", "a ciphertext", [&](P& x) { use(e.mod_switch(x, 1)); }),
       needed("relinearise", [&](P& x) { use(e.relinearize(x)); }),
       needed("decrypt", [&](P& x) { use(keys.decryptor.decrypt(x)); }),
       needed("release", [&](P& x) { use(keys.decryptor.decrypt_for_release(x, g)); }),
       needed("measure",
              [&](P& x) { use(he::debug::log2_noise(keys.parameters, keys.secret, x)); }),
       does<P>("bytes", "a product", [](P& x) { use(to_bytes(x)); })});
}

template <class Scheme>
void HeMovedFrom<Scheme>::hoisted_and_seeded() {
  using H = HoistedCiphertext;
  expect_policy<H>(
      "HoistedCiphertext", Left::empty, [&] { return e.hoist(c); },
      {works<H>("level", [](H& x) { use(x.level()); }),
       works<H>("noise", [](H& x) { use(x.noise()); }),
       works<H>("memory", [&](H& x) { e.hoist(x, c); }),
       needs<H>("substitute", "a ciphertext", [&](H& x) { use(e.apply_galois(x, 3)); })});
  using S = he::SeededCiphertext;
  const S seeded = keys.symmetric.encrypt_seeded(plain, g);
  expect_policy<S>(
      "SeededCiphertext", Left::empty, [&] { return seeded; },
      {works<S>("level", [](S& x) { use(x.level() + x.scale_factor().bits()); }),
       works<S>("seed", [&](S& x) { EXPECT_EQ(x.seed(), seeded.seed()); }),
       works<S>("noise", [](S& x) { use(x.noise()); }),
       does<S>("expand", "a seeded ciphertext", [](S& x) { use(x.expand()); }),
       does<S>("expand in place", "a seeded ciphertext", [](S& x) { use(std::move(x).expand()); }),
       does<S>("bytes", "a seeded ciphertext", [](S& x) { use(to_bytes(x)); })});
  // One that was expanded in its own memory was moved from, too.
  S gone = seeded;
  use(std::move(gone).expand());
  const auto refused = [](const auto& action) {
    expect_error(action, ErrorCode::invalid_argument, {"a seeded ciphertext that was moved from"});
  };
  refused([&] { use(gone.expand()); });
  refused([&] { use(std::move(gone).expand()); });
  refused([&] { use(to_bytes(gone)); });
  gone = seeded;
  EXPECT_EQ(keys.decrypt(gone.expand())[1], 2U);
}

template <class Scheme>
void HeMovedFrom<Scheme>::keys_of_all() {
  const auto& parameters = keys.parameters;
  using S = he::SecretKey;
  he::KeyGenerator& maker = keys.key_generator;
  const auto needed = [](const char* name, const std::function<void(S&)>& run) {
    return needs<S>(name, "a secret key", run);
  };
  const std::array<std::uint64_t, 1> three{3};
  expect_policy<S>("SecretKey", Left::empty, [&] { return keys.secret; },
                   {needed("public key", [&](S& s) { use(maker.public_key(s)); }),
                    needed("relinearisation key", [&](S& s) { use(maker.relin_key(s)); }),
                    needed("Galois keys", [&](S& s) { use(maker.galois_keys(s, three)); }),
                    needed("decryptor", [&](S& s) { use(he::Decryptor(parameters, s)); }),
                    needed("encryptor", [&](S& s) { use(he::SymmetricEncryptor(parameters, s)); }),
                    needed("measure", [&](S& s) { use(he::debug::log2_noise(parameters, s, c)); }),
                    needed("measure a product",
                           [&](S& s) { use(he::debug::log2_noise(parameters, s, product)); }),
                    does<S>("bytes", "a secret key", [](S& s) { use(to_bytes(s)); })});
  using P = he::PublicKey;
  expect_policy<P>(
      "PublicKey", Left::empty, [&] { return keys.public_key; },
      {works<P>("seed", [&](P& p) { EXPECT_EQ(p.seed(), keys.public_key.seed()); }),
       needs<P>("encryptor", "a public key", [&](P& p) { use(he::Encryptor(parameters, p)); }),
       needs<P>("rerandomizer", "a public key",
                [&](P& p) { use(he::Rerandomizer(parameters, p)); }),
       does<P>("bytes", "a public key", [](P& p) { use(to_bytes(p)); })});
  using R = he::RelinKey;
  const char* const relin = "a relinearisation key";
  expect_policy<R>("RelinKey", Left::empty, [&] { return keys.relin; },
                   {works<R>("seed", [&](R& r) { EXPECT_EQ(r.key.seed(), keys.relin.key.seed()); }),
                    needs<R>("session", relin, [&](R& r) { use(keys.evaluator.session(r)); }),
                    does<R>("bytes", relin, [](R& r) { use(to_bytes(r)); })});
  using G = GaloisKeys;
  const auto needed_set = [](const char* name, const std::function<void(G&)>& run) {
    return needs<G>(name, "a set of Galois keys", run);
  };
  expect_policy<G>("GaloisKeys", Left::empty, [&] { return keys.galois; },
                   {works<G>("elements", [](G& k) { EXPECT_EQ(k.has(3), !k.elements().empty()); }),
                    needed_set("session", [&](G& k) { use(keys.evaluator.session(k)); }),
                    needed_set("both keys", [&](G& k) { use(he::EvaluationKeys(keys.relin, k)); }),
                    does<G>("bytes", "a set of Galois keys", [](G& k) { use(to_bytes(k)); })});
}

template <class Scheme>
void HeMovedFrom<Scheme>::holders_of_keys() {
  using E = he::Encryptor;
  expect_policy<E>("Encryptor", Left::empty, [&] { return keys.encryptor; },
                   {does<E>("encrypt", "an encryptor", [&](E& x) { use(x.encrypt(plain, g)); }),
                    does<E>("encrypt into memory", "an encryptor", [&](E& x) {
                      Ciphertext out = c;
                      x.encrypt(out, plain, g);
                    })});
  using S = he::SymmetricEncryptor;
  expect_policy<S>(
      "SymmetricEncryptor", Left::empty, [&] { return keys.symmetric; },
      {does<S>("encrypt", "an encryptor", [&](S& x) { use(x.encrypt(plain, g)); }),
       does<S>("seeded", "an encryptor", [&](S& x) { use(x.encrypt_seeded(plain, g)); })});
  using R = he::Rerandomizer;
  expect_policy<R>(
      "Rerandomizer", Left::empty, [&] { return keys.rerandomizer; },
      {does<R>("rerandomise", "a rerandomizer", [&](R& x) { use(x.rerandomize(c, g)); })});
  using D = he::Decryptor;
  const auto needed = [](const char* name, const std::function<void(D&)>& run) {
    return does<D>(name, "a decryptor", run);
  };
  he::Plaintext memory = plain;
  expect_policy<D>(
      "Decryptor", Left::empty, [&] { return keys.decryptor; },
      {needed("decrypt", [&](D& x) { use(x.decrypt(c)); }),
       needed("decrypt into memory", [&](D& x) { x.decrypt(memory, c); }),
       needed("decrypt a product", [&](D& x) { use(x.decrypt(product)); }),
       needed("release", [&](D& x) { use(x.decrypt_for_release(c, g)); }),
       needed("release a product", [&](D& x) { use(x.decrypt_for_release(product, g)); }),
       needed("authenticate", [&](D& x) { use(x.authenticated(c)); }),
       needed("bound", [&](D& x) { use(x.bounded(c, c.noise())); })});
}

// Two of them have nothing in common.
template <class Scheme>
void HeMovedFrom<Scheme>::pairs() {
  const auto refused = [](const auto& action, const char* what) {
    expect_error(action, ErrorCode::invalid_argument, {what, "that was moved from"});
  };
  auto encryptor = keys.encryptor;
  auto symmetric = keys.symmetric;
  auto decryptor = keys.decryptor;
  auto rerandomizer = keys.rerandomizer;
  Plaintext m = plain;
  Ciphertext x = c;
  auto y = product;
  use(std::array{std::move(m)});
  use(std::array{std::move(x)});
  use(std::array{std::move(y)});
  use(std::pair(std::move(encryptor), std::move(symmetric)));
  use(std::pair(std::move(decryptor), std::move(rerandomizer)));
  refused([&] { use(encryptor.encrypt(m, g)); }, "an encryptor");
  refused([&] { use(symmetric.encrypt(m, g)); }, "an encryptor");
  refused([&] { use(symmetric.encrypt_seeded(m, g)); }, "an encryptor");
  refused([&] { use(decryptor.decrypt(x)); }, "a decryptor");
  refused([&] { use(decryptor.decrypt(y)); }, "a decryptor");
  refused([&] { use(decryptor.decrypt_for_release(x, g)); }, "a decryptor");
  refused([&] { use(decryptor.decrypt_for_release(y, g)); }, "a decryptor");
  refused([&] { use(decryptor.authenticated(x)); }, "a decryptor");
  refused([&] { use(decryptor.bounded(x, c.noise())); }, "a decryptor");
  refused([&] { use(rerandomizer.rerandomize(x, g)); }, "a rerandomizer");
}

template <class Scheme>
void HeMovedFrom<Scheme>::handles() {
  using P = typename Scheme::Parameters;
  expect_policy<P>("Parameters", Left::as_it_was, [&] { return keys.parameters; },
                   {{"degree", [](P& p) { EXPECT_EQ(p.degree(), 16U); }},
                    {"same", [&](P& p) { EXPECT_TRUE(p == keys.parameters); }},
                    {"bytes", [](P& p) { use(to_bytes(p)); }}});
  using E = typename Scheme::Evaluator;
  expect_policy<E>("Evaluator", Left::as_it_was, [&] { return keys.evaluator; },
                   {{"session", [&](E& x) { use(x.session(keys.relin).relinearize(product)); }}});
  using W = typename Scheme::Session;
  const auto needed = [](const char* name, const std::function<void(W&)>& run) {
    return needs<W>(name, "a session", run);
  };
  expect_policy<W>("Session", Left::empty,
                   [&] { return keys.evaluator.session({keys.relin, keys.galois}); },
                   {needed("add", [&](W& x) { use(x.add(c, c)); }),
                    needed("add plain", [&](W& x) { use(x.add_plain(c, plain)); }),
                    needed("multiply", [&](W& x) { use(x.multiply(c, c)); }),
                    needed("relinearise", [&](W& x) { use(x.relinearize(product)); }),
                    needed("substitute", [&](W& x) { use(x.apply_galois(c, 3)); }),
                    needed("hoist", [&](W& x) { use(x.hoist(c)); }),
                    needed("switch", [&](W& x) { use(x.mod_switch(c, 1)); })});
  using L = he::SessionPool<Scheme>;
  expect_policy<L>("SessionPool", Left::as_it_was, [&] { return L(keys.evaluator, keys.relin); },
                   {{"lend", [&](L& x) { use(x.lend()->relinearize(product)); }},
                    {"idle", [](L& x) { EXPECT_EQ(x.idle(), 0U); }}});
  using K = he::KeyGenerator;
  expect_policy<K>("KeyGenerator", Left::as_it_was, [&] { return keys.key_generator; },
                   {{"secret key", [](K& k) { use(k.secret_key()); }},
                    {"public key", [&](K& k) { use(k.public_key(keys.secret)); }},
                    {"relinearisation key", [&](K& k) { use(k.relin_key(keys.secret)); }},
                    {"Galois keys", [&](K& k) { use(k.galois_keys(keys.secret, {})); }}});
  using S = he::SeededKeys;
  const S seeded(keys.parameters, Seed{});
  expect_policy<S>("SeededKeys", Left::as_it_was, [&] { return seeded; },
                   {{"secret key", [](S& k) { use(k.secret_key()); }},
                    {"public key", [](S& k) { use(k.public_key()); }}});
  expect_policy<he::Literal>(
      "Literal", Left::empty, [&] { return keys.parameters.literal(); },
      {{"create", [](he::Literal& l) { use(Scheme::Parameters::create_insecure(l)); }}});
  static_assert(std::is_trivially_copyable_v<he::NoiseBound>);
}

TYPED_TEST_SUITE(HeMovedFrom, BothSchemes);
TYPED_TEST(HeMovedFrom, PlaintextsAreEmpty) { this->plaintexts(); }
TYPED_TEST(HeMovedFrom, CiphertextsAreEmpty) { this->ciphertexts(); }
TYPED_TEST(HeMovedFrom, ProductsAreEmpty) { this->products(); }
TYPED_TEST(HeMovedFrom, HoistedAndSeededCiphertextsAreEmpty) { this->hoisted_and_seeded(); }
TYPED_TEST(HeMovedFrom, KeysAreEmpty) { this->keys_of_all(); }
TYPED_TEST(HeMovedFrom, WhatHoldsKeysIsEmpty) { this->holders_of_keys(); }
TYPED_TEST(HeMovedFrom, ObjectsDoNotBelongTogether) { this->pairs(); }
TYPED_TEST(HeMovedFrom, HandlesAreAsTheyWere) { this->handles(); }

}  // namespace
}  // namespace lath::testing
// NOLINTEND(bugprone-use-after-move)
