// SPDX-License-Identifier: Apache-2.0
//
// Keys, plaintexts, ciphertexts and products of BFV and BGV. What is read is written again as the
// same bytes, and is computed with.
#include <type_traits>

#include "fuzz/canonical_words.hpp"
#include "fuzz/harness.hpp"
#include "fuzz/he_keys.hpp"

namespace lath::fuzz {
namespace {

using he::Bfv;
using he::Bgv;

template <class Scheme>
constexpr bool kIsBfv = std::is_same_v<Scheme, Bfv>;

template <class Scheme>
SmallKeys<Scheme>& keys() {
  static SmallKeys<Scheme> all(257);
  return all;
}

// All but the kind, the number and what follows the key's identifier.
const std::vector<Part> kHeader{{0, 8}, {16, 32}, {48, 8}};
const std::vector<Part> kPlainHeader{{0, 8}, {16, 32}};

// Kind and parameters of whatever is read; the uniform part of a key stands in one of two ways.
const std::vector<Part> kOfCiphertext{{0, 8}, {16, 32}};
const std::vector<Part> kOfKey{{0, 7}, {16, 32}};

template <class Object>
void require_bytes(const Object& object, View bytes) {
  const auto written = he::to_bytes(object);
  require_same(written.span(), bytes, "an object that is written as other bytes");
}

// Computes and decrypts, where both are possible.
template <class Scheme, class Operand>
void use(const Operand& operand) {
  auto& k = keys<Scheme>();
  try {
    const auto sum = k.session.add(operand, operand);
    require(sum.level() == operand.level(), "a sum of another level");
    (void)k.decryptor.decrypt(operand);
  } catch (const Error& error) {
    // The noise that the bytes claim, or a secret key that they name.
    require(error.code() == ErrorCode::invalid_argument || error.code() == ErrorCode::mismatch,
            "a result that is refused for no reason");
  }
}

template <class Scheme>
auto product_from(View bytes) {
  if constexpr (kIsBfv<Scheme>) {
    return he::bfv::product_from_bytes(keys<Scheme>().parameters, bytes);
  } else {
    return he::bgv::product_from_bytes(keys<Scheme>().parameters, bytes);
  }
}

template <class Scheme>
std::vector<Loader> ciphertexts() {
  auto& k = keys<Scheme>();
  const auto m = k.plaintext({1, 2, 256});
  const auto fresh = k.encryptor.encrypt(m, k.generator);
  const auto low = k.session.mod_switch(fresh, 2);
  const auto product = k.session.multiply(fresh, fresh);
  const auto seeded = k.symmetric.encrypt_seeded(m, k.generator);
  const auto low_product = k.session.mod_switch(product, 2);
  std::vector<Bytes> ciphers, products;
  for (const auto* each : {&fresh, &low}) {
    const auto bytes = he::to_bytes(*each);
    ciphers.push_back(bytes_of(bytes.span()));
  }
  for (const auto* each : {&product, &low_product}) {
    const auto bytes = he::to_bytes(*each);
    products.push_back(bytes_of(bytes.span()));
  }
  const auto seeded_bytes = he::to_bytes(seeded);
  constexpr bool bfv = kIsBfv<Scheme>;
  return {{bfv ? "BFV ciphertext" : "BGV ciphertext",
           ciphers,
           [](View bytes) {
             const auto read = he::ciphertext_from_bytes(keys<Scheme>().parameters, bytes);
             require_bytes(read, bytes);
             require_canonical(keys<Scheme>().parameters, bytes, kWordsAt, 2, read.level());
             use<Scheme>(read);
           },
           kHeader,
           {},
           kOfCiphertext},
          {bfv ? "BFV product" : "BGV product",
           products,
           [](View bytes) {
             const auto read = product_from<Scheme>(bytes);
             require_bytes(read, bytes);
             require_canonical(keys<Scheme>().parameters, bytes, kWordsAt, read.parts(),
                               read.level());
             use<Scheme>(read);
           },
           kHeader,
           {},
           kOfCiphertext},
          {bfv ? "BFV seeded ciphertext" : "BGV seeded ciphertext",
           {bytes_of(seeded_bytes.span())},
           [](View bytes) {
             const auto read = he::seeded_ciphertext_from_bytes(keys<Scheme>().parameters, bytes);
             require_bytes(read, bytes);
             require_canonical(keys<Scheme>().parameters, bytes, kWordsAt + 32, 1, read.level());
             use<Scheme>(read.expand());
           },
           kHeader,
           {},
           kOfCiphertext}};
}

// Keys and plaintexts, which are those of both schemes.
std::vector<Loader> keys_and_plaintexts() {
  auto& k = keys<Bfv>();
  const auto plaintext = he::to_bytes(k.plaintext({3, 0, 256})), secret = he::to_bytes(k.secret);
  const auto public_key = he::to_bytes(k.public_key), relin = he::to_bytes(k.relin);
  const auto galois = he::to_bytes(k.galois);
  const auto with = [](auto read) {
    return [read](View bytes) { require_bytes(read(keys<Bfv>().parameters, bytes), bytes); };
  };
  return {
      {"plaintext",
       {bytes_of(plaintext)},
       with(he::plaintext_from_bytes),
       kPlainHeader,
       {},
       kOfCiphertext},
      {"secret key", {bytes_of(secret)}, with(he::secret_key_from_bytes), kHeader, {}, kOfKey},
      {"public key", {bytes_of(public_key)}, with(he::public_key_from_bytes), kHeader, {}, kOfKey},
      {"relinearisation key",
       {bytes_of(relin)},
       with(he::relin_key_from_bytes),
       kHeader,
       {},
       kOfKey},
      {"Galois keys", {bytes_of(galois)}, with(he::galois_keys_from_bytes), kHeader, {}, kOfKey}};
}

std::vector<Loader> make_loaders() {
  std::vector<Loader> all = keys_and_plaintexts();
  for (auto& each : ciphertexts<Bfv>()) all.push_back(std::move(each));
  for (auto& each : ciphertexts<Bgv>()) all.push_back(std::move(each));
  return all;
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
