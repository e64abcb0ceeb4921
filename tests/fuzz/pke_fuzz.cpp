// SPDX-License-Identifier: Apache-2.0
//
// Keys and ciphertexts of LWE, Module-LWE, Ring-LWE and ML-KEM.
#include "fuzz/harness.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ml_kem/private_key.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/rlwe.hpp"

namespace lath::fuzz {
namespace {

Generator& generator() {
  static Generator made = Generator::from_seed(Seed{}, "fuzz pke");
  return made;
}

// Whatever is read is written as the same bytes.
template <class Scheme>
void add_scheme(std::vector<Loader>& all, const char* name, const Scheme& scheme) {
  const auto keys = scheme.generate_keys(generator());
  const auto public_key = scheme.to_bytes(keys.public_key);
  const auto secret = scheme.to_bytes(keys.secret_key);
  const typename Scheme::Ciphertext ciphertext = [&] {
    if constexpr (std::is_same_v<Scheme, rlwe::Scheme>) {
      return scheme.encrypt(keys.public_key, rlwe::Message(scheme.parameters().message_bytes),
                            generator());
    } else {
      return scheme.encrypt(keys.public_key, typename Scheme::Message(scheme.message_size()),
                            generator());
    }
  }();
  const auto sealed = scheme.to_bytes(ciphertext);
  const auto expect = [scheme](const auto& object, View bytes) {
    const auto written = scheme.to_bytes(object);
    require_same(written.span(), bytes, "an object that changes");
  };
  all.push_back({name, {bytes_of(public_key)}, [scheme, expect](View bytes) {
                   expect(scheme.public_key_from_bytes(bytes), bytes);
                 }});
  all.push_back({name, {bytes_of(secret)}, [scheme, expect](View bytes) {
                   expect(scheme.secret_key_from_bytes(bytes), bytes);
                 }});
  all.push_back({name, {bytes_of(sealed)}, [scheme, expect, keys](View bytes) {
                   const auto read = scheme.ciphertext_from_bytes(bytes);
                   expect(read, bytes);
                   (void)scheme.decrypt(keys.secret_key, read);
                 }});
}

template <unsigned kSet>
void add_ml_kem(std::vector<Loader>& all) {
  const auto key = ml_kem::PrivateKey<kSet>::generate(generator());
  const auto sent = ml_kem::encapsulate(key.public_key(), generator());
  const auto secret_key = key.secret_key();
  all.push_back({"ML-KEM public key", {bytes_of(key.public_key().bytes())}, [](View bytes) {
                   const auto read = ml_kem::PublicKey<kSet>::from_bytes(bytes);
                   require_same(read.bytes(), bytes, "a public key that changes");
                   (void)ml_kem::encapsulate(read, generator());
                 }});
  all.push_back({"ML-KEM secret key", {bytes_of(secret_key.bytes())}, [sent](View bytes) {
                   const auto read = ml_kem::SecretKey<kSet>::from_bytes(bytes);
                   require_same(read.bytes(), bytes, "a secret key that changes");
                   (void)ml_kem::decapsulate(read, sent.ciphertext);
                 }});
  all.push_back({"ML-KEM private key", {bytes_of(secret_key.bytes())}, [](View bytes) {
                   const auto read = ml_kem::PrivateKey<kSet>::from_expanded(bytes);
                   require(!read.seed().has_value(), "a seed out of nothing");
                 }});
  all.push_back({"ML-KEM ciphertext", {bytes_of(sent.ciphertext.bytes)}, [secret_key](View bytes) {
                   const auto read = ml_kem::Ciphertext<kSet>::from_bytes(bytes);
                   (void)ml_kem::decapsulate(secret_key, read);
                 }});
}

template <class Scheme>
void add_encapsulation(std::vector<Loader>& all, const char* name, const Scheme& scheme) {
  const FujisakiOkamoto<Scheme> kem(scheme);
  const auto keys = kem.generate_keys(generator());
  const auto sent = kem.encapsulate(keys.public_key.span(), generator());
  all.push_back({name, {bytes_of(keys.public_key)}, [kem](View bytes) {
                   kem.check_public_key(bytes);
                   (void)kem.encapsulate(bytes, generator());
                 }});
  all.push_back({name, {bytes_of(keys.secret_key)}, [kem, sent](View bytes) {
                   kem.check_secret_key(bytes);
                   (void)kem.decapsulate(bytes, sent.ciphertext.span());
                 }});
  all.push_back({name, {bytes_of(sent.ciphertext)}, [kem, keys](View bytes) {
                   (void)kem.decapsulate(keys.secret_key.span(), bytes);
                 }});
}

std::vector<Loader> make_loaders() {
  std::vector<Loader> all;
  add_scheme(all, "LWE",
             lwe::Scheme::create_insecure({.rows = 9,
                                           .columns = 8,
                                           .message_rows = 2,
                                           .message_columns = 2,
                                           .modulus = 7873,
                                           .plaintext_modulus = 3,
                                           .noise = 1}));
  const auto mlwe = mlwe::Scheme::create_insecure({.degree = 64,
                                                   .rows = 4,
                                                   .columns = 4,
                                                   .message_rows = 2,
                                                   .message_columns = 2,
                                                   .modulus = 7681,
                                                   .plaintext_modulus = 2,
                                                   .noise = 1});
  add_scheme(all, "Module-LWE", mlwe);
  add_encapsulation(all, "Module-LWE encapsulation", mlwe);
  const auto rlwe = rlwe::Scheme::create_insecure(
      {.degree = 64, .modulus = 12289, .noise = 2, .message_bytes = 2});
  add_scheme(all, "Ring-LWE", rlwe);
  add_ml_kem<512>(all);
  add_ml_kem<768>(all);
  add_ml_kem<1024>(all);
  return all;
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
