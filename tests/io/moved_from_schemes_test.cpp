// SPDX-License-Identifier: Apache-2.0
//
// Schemes, their keys and ciphertexts, and files after a move: see base/moved_from.hpp.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "base/moved_from.hpp"
#include "fixtures.hpp"
#include "lath/arith/wide_integer.hpp"
#include "lath/io/age/files.hpp"
#include "lath/io/ml_kem_keys.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ml_kem/private_key.hpp"
#include "lath/ml_kem/xwing.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/parameter_sets.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/samplers.hpp"

namespace lath {
namespace {

using testing::expect_policy;
using testing::Left;
using testing::use;

// Schemes are as they were; their keys and ciphertexts are empty.
template <class Scheme>
void expect_of_scheme(const char* type, const Scheme& scheme,
                      const typename Scheme::Message& message) {
  auto g = io::generator_of("moved from");
  const auto keys = scheme.generate_keys(g);
  const auto sent = scheme.encrypt(keys.public_key, message, g);
  expect_policy<Scheme>(
      type, Left::as_it_was, [&] { return scheme; },
      {{"parameters", [](Scheme& s) { use(s.parameters().modulus); }},
       {"sizes", [](Scheme& s) { use(s.public_key_bytes()); }},
       {"keys", [&](Scheme& s) { use(s.generate_keys(g)); }},
       {"encrypt", [&](Scheme& s) { use(s.encrypt(keys.public_key, message, g)); }},
       {"decrypt", [&](Scheme& s) { use(s.decrypt(keys.secret_key, sent)); }}});
  using P = typename Scheme::PublicKey;
  expect_policy<P>(type, Left::empty, [&] { return keys.public_key; },
                   {{"encrypt", [&](P& p) { use(scheme.encrypt(p, message, g)); }},
                    {"bytes", [&](P& p) { use(scheme.to_bytes(p)); }},
                    {"compare", [&](P& p) { use(p == keys.public_key); }, true}});
  using S = typename Scheme::SecretKey;
  expect_policy<S>(type, Left::empty, [&] { return keys.secret_key; },
                   {{"decrypt", [&](S& s) { use(scheme.decrypt(s, sent)); }},
                    {"bytes", [&](S& s) { use(scheme.to_bytes(s)); }}});
  using C = typename Scheme::Ciphertext;
  expect_policy<C>(type, Left::empty, [&] { return sent; },
                   {{"decrypt", [&](C& c) { use(scheme.decrypt(keys.secret_key, c)); }},
                    {"bytes", [&](C& c) { use(scheme.to_bytes(c)); }},
                    {"compare", [&](C& c) { use(c == sent); }, true}});
  using M = typename Scheme::Message;
  expect_policy<M>(type, Left::empty, [&] { return message; },
                   {{"encrypt", [&](M& m) { use(scheme.encrypt(keys.public_key, m, g)); }}});
  using K = typename Scheme::KeyPair;
  expect_policy<K>(type, Left::empty, [&] { return keys; },
                   {{"encrypt", [&](K& k) { use(scheme.encrypt(k.public_key, message, g)); }}});
}

TEST(MovedFrom, Schemes) {
  const auto lwe = lwe::Scheme::create_insecure(
      {.rows = 4, .columns = 4, .modulus = 7681, .plaintext_modulus = 2, .noise = 2});
  expect_of_scheme("lwe::Scheme", lwe, lwe::Message(1));
  const auto module = mlwe::Scheme::create(mlwe::recommended_parameters());
  expect_of_scheme("mlwe::Scheme", module, mlwe::Message(256));
  const auto ring = rlwe::Scheme::create(rlwe::recommended_parameters());
  expect_of_scheme("rlwe::Scheme", ring, rlwe::Message(32));
  auto g = io::generator_of("moved from");
  auto keys = ring.generate_keys(g);
  const std::vector<std::byte> messages(64);
  std::vector<std::byte> ciphertexts(2 * ring.ciphertext_bytes()), opened(64);
  ring.encrypt_packed(keys.public_key, messages, ciphertexts, g);
  using P = rlwe::PublicKey;
  expect_policy<P>("rlwe::PublicKey", Left::empty, [&] { return keys.public_key; },
                   {{"packed", [&](P& p) { ring.encrypt_packed(p, messages, ciphertexts, g); }}});
  using S = rlwe::SecretKey;
  expect_policy<S>("rlwe::SecretKey", Left::empty, [&] { return keys.secret_key; },
                   {{"packed", [&](S& s) { use(ring.decrypt_packed(s, ciphertexts, opened)); }}});
}

template <KeyEncapsulation K>
void expect_of_kem(const char* type, const K& kem) {
  auto g = io::generator_of("moved from");
  const auto keys = kem.generate_keys(g);
  const auto sent = kem.encapsulate(keys.public_key.span(), g);
  const std::string name = kem.name();
  expect_policy<K>(type, Left::as_it_was, [&] { return kem; },
                   {{"name", [&](K& k) { EXPECT_EQ(k.name(), name); }},
                    {"keys", [&](K& k) { use(k.generate_keys(g)); }},
                    {"bound", [](K& k) { EXPECT_LT(k.failure_bound(), 1); }},
                    {"open", [&](K& k) {
                       use(k.decapsulate(keys.secret_key.span(), sent.ciphertext.span()));
                     }}});
  expect_policy<kem::KeyPair>(
      type, Left::empty, [&] { return keys; },
      {{"public key", [&](kem::KeyPair& k) { kem.check_public_key(k.public_key.span()); }},
       {"secret key", [&](kem::KeyPair& k) { kem.check_secret_key(k.secret_key.span()); }},
       {"encapsulate", [&](kem::KeyPair& k) { use(kem.encapsulate(k.public_key.span(), g)); }}});
  expect_policy<kem::Encapsulation>(
      type, Left::empty, [&] { return sent; },
      {{"open", [&](kem::Encapsulation& e) {
          use(kem.decapsulate(keys.secret_key.span(), e.ciphertext.span()));
        }}});
}

TEST(MovedFrom, KeyEncapsulations) {
  expect_of_kem("FujisakiOkamoto<mlwe>",
                FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters())));
  expect_of_kem("FujisakiOkamoto<rlwe>",
                FujisakiOkamoto(rlwe::Scheme::create(rlwe::recommended_parameters())));
  expect_of_kem("ml_kem::Kem", ml_kem::Kem<512>());
  auto g = io::generator_of("moved from");
  const auto keys = ml_kem::generate_keys<512>(g);
  const auto sent = ml_kem::encapsulate(keys.public_key, g);
  using P = ml_kem::PublicKey<512>;
  expect_policy<P>(
      "ml_kem::PublicKey", Left::as_it_was, [&] { return keys.public_key; },
      {{"encapsulate", [&](P& p) { use(ml_kem::encapsulate(p, g)); }},
       {"bytes", [&](P& p) { EXPECT_EQ(p, P::from_bytes(keys.public_key.bytes())); }}});
  using S = ml_kem::SecretKey<512>;
  expect_policy<S>("ml_kem::SecretKey", Left::as_it_was, [&] { return keys.secret_key; },
                   {{"decapsulate", [&](S& s) { use(ml_kem::decapsulate(s, sent.ciphertext)); }},
                    {"bytes", [&](S& s) { use(S::from_bytes(s.bytes())); }}});
  using K = ml_kem::PrivateKey<512>;
  expect_policy<K>(
      "ml_kem::PrivateKey", Left::as_it_was, [&] { return K::generate(g); },
      {{"secret key", [&](K& k) { use(ml_kem::decapsulate(k.secret_key(), sent.ciphertext)); }},
       {"restore", [](K& k) { use(K::from_both(k.seed()->span(), k.secret_key().bytes())); }},
       {"file", [](K& k) { use(io::to_der(k)); }}});
  using C = ml_kem::Ciphertext<512>;
  expect_policy<C>("ml_kem::Ciphertext", Left::as_it_was, [&] { return sent.ciphertext; },
                   {{"decapsulate", [&](C& c) { use(ml_kem::decapsulate(keys.secret_key, c)); }}});
}

TEST(MovedFrom, XWing) {
  auto g = io::generator_of("moved from");
  const auto key = xwing::generate_key(g);
  const auto sent = xwing::encapsulate(key.public_key(), g);
  using P = xwing::PublicKey;
  expect_policy<P>("xwing::PublicKey", Left::as_it_was, [&] { return key.public_key(); },
                   {{"encapsulate", [&](P& p) { use(xwing::encapsulate(p, g)); }},
                    {"bytes", [&](P& p) { EXPECT_EQ(p, key.public_key()); }}});
  using S = xwing::SecretKey;
  expect_policy<S>("xwing::SecretKey", Left::as_it_was, [&] { return key; },
                   {{"decapsulate", [&](S& s) { use(xwing::decapsulate(s, sent.ciphertext)); }},
                    {"public key", [&](S& s) { EXPECT_EQ(s.public_key(), key.public_key()); }}});
  using C = xwing::Ciphertext;
  expect_policy<C>("xwing::Ciphertext", Left::as_it_was, [&] { return sent.ciphertext; },
                   {{"decapsulate", [&](C& c) { use(xwing::decapsulate(key, c)); }}});
}

TEST(MovedFrom, Files) {
  namespace age = io::age;
  auto g = io::generator_of("moved from");
  const auto identity = age::Identity::generate(g);
  const std::array payload{std::byte{1}, std::byte{2}};
  const auto encrypt = [&](const age::Recipient& recipient) {
    io::MemorySource source(payload);
    io::MemorySink file;
    (void)age::encrypt(std::span(&recipient, 1), source, file, g);
    return file;
  };
  const io::MemorySink file = encrypt(identity.recipient());
  const auto decrypt = [&](const age::Keys& keys) {
    io::MemorySource source(file.bytes());
    EXPECT_EQ(age::verify(keys, source), 2U);
  };
  using R = age::Recipient;
  expect_policy<R>("io::age::Recipient", Left::as_it_was, [&] { return identity.recipient(); },
                   {{"encrypt", [&](R& r) { use(encrypt(r)); }},
                    {"text", [&](R& r) { EXPECT_EQ(R::from_text(r.text()), r); }}});
  using I = age::Identity;
  expect_policy<I>("io::age::Identity", Left::as_it_was, [&] { return identity; },
                   {{"decrypt", [&](I& i) { decrypt({{i}, {}}); }},
                    {"text", [&](I& i) { use(i.text()); }},
                    {"recipient", [&](I& i) { EXPECT_EQ(i.recipient(), identity.recipient()); }}});
  using K = age::Keys;
  expect_policy<K>("io::age::Keys", Left::empty, [&] { return K{{identity}, {}}; },
                   {{"decrypt", [&](K& k) { decrypt(k); }}});
  using W = age::Passphrase;
  const std::string word = "word";
  expect_policy<W>("io::age::Passphrase", Left::empty, [&] { return W(word, 1); },
                   {{"encrypt",
                     [&](W& w) {
                       io::MemorySource source(payload);
                       io::MemorySink sink;
                       (void)age::encrypt(w, source, sink, g);
                     }},
                    {"text", [](W& w) { use(w.text().size()); }, true}});
  expect_policy<io::MemorySink>(
      "io::MemorySink", Left::empty, [] { return io::MemorySink(); },
      {{"write", [&](io::MemorySink& s) { s.write({}); }, true},
       {"bytes", [](io::MemorySink& s) { use(s.bytes().size()); }, true}});
  expect_policy<io::MemorySource>("io::MemorySource", Left::as_it_was,
                                  [&] { return io::MemorySource(file.bytes()); },
                                  {{"read", [](io::MemorySource& s) {
                                      std::array<std::byte, 4> out{};
                                      EXPECT_EQ(s.read(out), 4U);
                                    }}});
  expect_policy<io::Work>("io::Work", Left::empty,
                          [] { return io::Work{[](std::uint64_t) {}, std::stop_token()}; },
                          {{"verify",
                            [&](io::Work& work) {
                              io::MemorySource source(file.bytes());
                              EXPECT_EQ(age::verify({{identity}, {}}, source, work), 2U);
                            },
                            true}});
}

// Values: whatever is left in them, nothing that is done with them is undefined.
TEST(MovedFrom, Values) {
  using S = ParameterSet;
  expect_policy<S>("ParameterSet", Left::empty, [] { return parameter_set("mlwe-128"); },
                   {{"read", [](S& s) { use(s.name + s.scheme + s.remark); }, true},
                    {"estimate", [](S& s) { use(s.instance.secret.standard_deviation()); }, true}});
  static_assert(std::is_trivially_copyable_v<Modulus> && std::is_trivially_copyable_v<Density> &&
                std::is_trivially_copyable_v<WideInteger<4>> &&
                std::is_trivially_copyable_v<SmallDistribution> &&
                std::is_trivially_copyable_v<LweInstance> &&
                std::is_trivially_copyable_v<DecryptionNoise>);
}

}  // namespace
}  // namespace lath
