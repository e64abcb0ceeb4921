// SPDX-License-Identifier: Apache-2.0
//
// Keys of ML-KEM as other programs write them: DER, PEM, encrypted.
#include "fuzz/harness.hpp"
#include "io/pem/base64.hpp"
#include "lath/io/key_description.hpp"
#include "lath/io/ml_kem_keys.hpp"

namespace lath::fuzz {
namespace {

using io::PrivateKeyForm;

constexpr std::uint64_t kMostIterations = 20;
const std::string kPassphrase = "open sesame";

io::PrivateKeyForm form_of(const io::KeyDescription& description) {
  return description.form.value_or(PrivateKeyForm::seed);
}

// What is read and written again is what was read, but for public keys and attributes behind it.
void read_private_der(View bytes) {
  const auto key = io::ml_kem_private_key_from_file(bytes);
  require(!io::describe_key(bytes).pem ||
              text_of(bytes).find("-----BEGIN PRIVATE KEY-----") != std::string::npos,
          "a private key with another label");
  const auto form = form_of(io::describe_key(bytes));
  const auto der = io::to_der(key, form);
  if (io::describe_key(bytes).pem) return;
  require(der.size() <= bytes.size(), "a private key that grows");
  if (der.size() == bytes.size()) require_same(der, bytes, "a private key that changes");
}

// All coefficients, two in three bytes, are below 3329.
void require_canonical(View key) {
  for (std::size_t i = 0; i + 34 < key.size(); i += 3) {
    const auto byte = [&](std::size_t k) { return std::to_integer<unsigned>(key[i + k]); };
    require((byte(0) | (byte(1) & 15) << 8) < 3329 && (byte(1) >> 4 | byte(2) << 4) < 3329,
            "a coefficient that is not below the modulus");
  }
}

void read_public(View bytes) {
  const auto key = io::ml_kem_public_key_from_file(bytes);
  require(io::describe_key(bytes).kind == io::KeyDescription::Kind::public_key, "another kind");
  std::visit([](const auto& each) { require_canonical(each.bytes()); }, key);
  if (!io::describe_key(bytes).pem) {
    require_same(io::to_der(key), bytes, "a public key that changes");
  }
}

void read_encrypted(View bytes) {
  const auto secret = std::as_bytes(std::span(kPassphrase));
  const auto key = io::ml_kem_private_key_from_file(bytes, secret, kMostIterations);
  (void)io::to_der(key, PrivateKeyForm::expanded);
}

void describe(View bytes) {
  (void)io::may_be_key(bytes);
  require(!io::to_text(io::describe_key(bytes)).empty(), "a key without a description");
}

void read_base64(View bytes) {
  const auto decoded = detail::base64::decode(bytes);
  if (!decoded) return;
  Bytes again(detail::base64::encoded_size(decoded->size()));
  detail::base64::encode(decoded->span(), again);
  Bytes dense;
  for (const std::byte each : bytes) {
    const char c = static_cast<char>(each);
    if (c != ' ' && c != '\t' && c != '\r' && c != '\n') dense.push_back(each);
  }
  require(again == dense, "base64 of two texts");
}

// A PEM text of the same bytes as another kind of key, such as "EC PRIVATE KEY".
Bytes relabelled(View pem, const std::string& kind) {
  const std::string label = "PRIVATE KEY";
  std::string text = text_of(pem);
  for (std::size_t at = 0; (at = text.find(label, at)) != std::string::npos;) {
    text.insert(at, kind);
    at += kind.size() + label.size();
  }
  return bytes_of(text);
}

std::vector<Loader> make_loaders() {
  Generator generator = Generator::from_seed(Seed{}, "fuzz key files");
  std::vector<Bytes> private_ders, private_pems, publics, encrypted;
  for (const unsigned set : {512U, 768U, 1024U}) {
    const auto key = io::generate_ml_kem_key(set, generator);
    for (const auto form : {PrivateKeyForm::seed, PrivateKeyForm::expanded, PrivateKeyForm::both}) {
      const auto der = io::to_der(key, form), pem = io::to_pem(key, form);
      private_ders.push_back(bytes_of(der));
      private_pems.push_back(bytes_of(pem));
      if (set != 512) continue;
      encrypted.push_back(io::to_encrypted_der(key, std::as_bytes(std::span(kPassphrase)),
                                               generator, form,
                                               {io::PassphraseDerivation::Function::pbkdf2, 2}));
    }
    publics.push_back(io::to_der(io::public_key_of(key)));
    publics.push_back(bytes_of(io::to_pem(io::public_key_of(key))));
  }
  std::vector<Bytes> others;
  for (const std::string kind : {"ENCRYPTED ", "EC ", "RSA "}) {
    others.push_back(relabelled(private_pems.front(), kind));
  }
  std::vector<Bytes> all = private_ders;
  for (const auto* more : {&private_pems, &publics, &encrypted}) {
    all.insert(all.end(), more->begin(), more->end());
  }
  return {{"private DER", private_ders, read_private_der},
          {"private PEM", private_pems, read_private_der, {}, {}, {}, others},
          {"public", publics, read_public},
          {"encrypted", encrypted, read_encrypted},
          {"described", all, describe},
          {"base64",
           {bytes_of(std::string("AAAA")), bytes_of(std::string("QUI=\nQQ=="))},
           read_base64}};
}

}  // namespace

const std::vector<Loader>& loaders() {
  static const std::vector<Loader> all = make_loaders();
  return all;
}

}  // namespace lath::fuzz
