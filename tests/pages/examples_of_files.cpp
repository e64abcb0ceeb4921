// SPDX-License-Identifier: Apache-2.0
//
// Errors of public-key encryption, key encapsulation, and encrypted files.
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "lath/base/work.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/keys.hpp"
#include "lath/io/ml_kem_keys.hpp"
#include "lath/io/stream.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/generator.hpp"
#include "pages/errors_page.hpp"

namespace lath::pages {

void add_key_encapsulation(ErrorsPage& page) {
  page.begin_names("Public-key encryption and ML-KEM");
  LATH_NAME(auto generator = Generator::from_seed(Seed{}, "public-key encryption"));
  LATH_NAME(const auto scheme = rlwe::Scheme::create(rlwe::recommended_parameters()));
  LATH_NAME(const auto keys = scheme.generate_keys(generator));
  LATH_NAME(const auto pair = ml_kem::generate_keys<768>(generator));

  LATH_EXAMPLE(
      invalid_argument, "Parameters of Ring-LWE that are not secure",
      rlwe::Scheme::create({.degree = 256, .modulus = 12289, .noise = 8, .message_bytes = 32}));
  LATH_EXAMPLE(mismatch, "A message of another size",
               scheme.encrypt(keys.public_key, rlwe::Message(5), generator));
  LATH_EXAMPLE(malformed, "A key of another parameter set of ML-KEM",
               ml_kem::PublicKey<512>::from_bytes(pair.public_key.bytes()));
  LATH_EXAMPLE(malformed, "Bytes that are no key of ML-KEM",
               ml_kem::PublicKey<768>::from_bytes(std::vector<std::byte>(1184, std::byte{255})));
}

void add_files(ErrorsPage& page) {
  page.begin_names("Files");
  LATH_NAME(auto generator = Generator::from_seed(Seed{}, "files"));
  LATH_NAME(const auto ml_kem_768 = io::FileScheme::of_name("ml-kem-768"));
  LATH_NAME(const auto carol = io::generate_keys(ml_kem_768, generator));
  LATH_NAME(const auto dave = io::generate_keys(ml_kem_768, generator));
  LATH_NAME(const std::string letter(2 * io::kChunkBytes, 'x'));
  LATH_NAME(io::MemorySource payload(std::as_bytes(std::span(letter))));
  LATH_NAME(io::MemorySink envelope);
  LATH_NAME(io::encrypt(carol.public_key, payload, envelope, generator));
  LATH_NAME(auto changed_bytes = envelope.bytes());
  LATH_NAME(changed_bytes.back() ^= std::byte{1});
  LATH_NAME(auto longer_bytes = envelope.bytes());
  LATH_NAME(longer_bytes.push_back(std::byte{0}));
  LATH_NAME(io::MemorySource whole(envelope.bytes()));
  LATH_NAME(io::MemorySource changed(changed_bytes));
  LATH_NAME(io::MemorySource longer(longer_bytes));
  LATH_NAME(io::MemorySource first_half(std::span(envelope.bytes()).first(66680)));
  LATH_NAME(io::MemorySource beginning(std::span(envelope.bytes()).first(1000)));
  LATH_NAME(io::MemorySink opened);
  LATH_NAME(std::stop_source stop);
  LATH_NAME(stop.request_stop());
  LATH_NAME(const Work stopped{.progress = {}, .cancellation = stop.get_token()});

  LATH_EXAMPLE(invalid_argument, "A scheme of files that there is not",
               io::FileScheme::of_name("kyber-768"));
  LATH_EXAMPLE(mismatch, "The key of somebody else", io::decrypt(dave.secret_key, whole, opened));
  LATH_EXAMPLE(malformed, "A secret key in place of a public one",
               io::PublicKey::from_bytes(carol.secret_key.bytes()));
  LATH_EXAMPLE(malformed, "A file that is no key",
               io::PublicKey::from_bytes(std::as_bytes(std::span(letter))));
  LATH_EXAMPLE(malformed, "An encrypted file that was cut off in its header",
               io::decrypt(carol.secret_key, beginning, opened));
  LATH_EXAMPLE(authentication, "An encrypted file that was changed",
               io::decrypt(carol.secret_key, changed, opened));
  LATH_EXAMPLE(authentication, "An encrypted file that was cut off",
               io::decrypt(carol.secret_key, first_half, opened));
  LATH_EXAMPLE(authentication, "An encrypted file that was extended",
               io::decrypt(carol.secret_key, longer, opened));
  LATH_EXAMPLE(cancelled, "A file that is encrypted no further",
               io::encrypt(carol.public_key, payload, envelope, generator, stopped));
}

void add_key_files(ErrorsPage& page) {
  page.begin_names("Keys of ML-KEM for other programs");
  LATH_NAME(auto generator = Generator::from_seed(Seed{}, "keys of ML-KEM"));
  LATH_NAME(const auto private_key = io::generate_ml_kem_key(768, generator));
  LATH_NAME(const auto public_file = io::to_der(io::public_key_of(private_key)));
  LATH_NAME(const std::string passphrase("open sesame"));
  LATH_NAME(const auto secret = std::as_bytes(std::span(passphrase)));
  LATH_NAME(const auto encrypted_file = io::to_encrypted_der(
                private_key, secret, generator, io::PrivateKeyForm::seed, {.iterations = 1000}));
  LATH_NAME(const std::string certificate(
      "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n"));

  LATH_EXAMPLE(invalid_argument, "An encrypted key without its passphrase",
               io::ml_kem_private_key_from_file(encrypted_file));
  LATH_EXAMPLE(authentication, "A wrong passphrase",
               io::ml_kem_private_key_from_file(encrypted_file, secret.first(4)));
  LATH_EXAMPLE(malformed, "A public key in place of a private one",
               io::ml_kem_private_key_from_file(public_file));
  LATH_EXAMPLE(unsupported, "A file of another kind",
               io::ml_kem_public_key_from_file(std::as_bytes(std::span(certificate))));
  LATH_EXAMPLE(mismatch, "A key of another parameter set", io::of_set<1024>(private_key));
}

}  // namespace lath::pages
