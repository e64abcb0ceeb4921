// SPDX-License-Identifier: Apache-2.0
//
// Errors of public-key encryption, key encapsulation, and encrypted files.
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "lath/base/work.hpp"
#include "lath/io/age/files.hpp"
#include "lath/io/age/keys.hpp"
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
  LATH_NAME(const auto carol = io::age::Identity::generate(generator));
  LATH_NAME(const auto dave = io::age::Identity::generate(generator));
  LATH_NAME(const io::age::Keys of_carol{.identities = {carol}, .passphrase = {}});
  LATH_NAME(const io::age::Keys of_dave{.identities = {dave}, .passphrase = {}});
  LATH_NAME(const std::vector<io::age::Recipient> recipients{carol.recipient()});
  LATH_NAME(const std::string letter(2 * io::age::kChunkBytes, 'x'));
  LATH_NAME(io::MemorySource payload(std::as_bytes(std::span(letter))));
  LATH_NAME(io::MemorySink file);
  LATH_NAME(io::age::encrypt(recipients, payload, file, generator));
  LATH_NAME(auto changed_bytes = file.bytes());
  LATH_NAME(changed_bytes.back() ^= std::byte{1});
  LATH_NAME(auto longer_bytes = file.bytes());
  LATH_NAME(longer_bytes.push_back(std::byte{0}));
  LATH_NAME(io::MemorySource whole(file.bytes()));
  LATH_NAME(io::MemorySource changed(changed_bytes));
  LATH_NAME(io::MemorySource longer(longer_bytes));
  LATH_NAME(io::MemorySource first_half(std::span(file.bytes()).first(67194)));
  LATH_NAME(io::MemorySource beginning(std::span(file.bytes()).first(1000)));
  LATH_NAME(io::MemorySource text(std::as_bytes(std::span(letter))));
  LATH_NAME(const std::string old_bytes("lath\4\1\2\0", 8));
  LATH_NAME(io::MemorySource old(std::as_bytes(std::span(old_bytes))));
  LATH_NAME(const std::string word = "correct horse battery staple");
  LATH_NAME(const io::age::Passphrase passphrase(word, 1));
  LATH_NAME(io::MemorySource nothing(std::span<const std::byte>{}));
  LATH_NAME(io::MemorySink closed);
  LATH_NAME(io::age::encrypt(passphrase, nothing, closed, generator));
  LATH_NAME(io::MemorySource locked(closed.bytes()));
  LATH_NAME(io::MemorySource locked_again(closed.bytes()));
  LATH_NAME(const io::age::Passphrase wrong(word + "s"));
  LATH_NAME(const io::age::Keys of_nobody{.identities = {}, .passphrase = [&] { return wrong; }});
  LATH_NAME(io::MemorySink opened);
  LATH_NAME(std::stop_source stop);
  LATH_NAME(stop.request_stop());
  LATH_NAME(const Work stopped{.progress = {}, .cancellation = stop.get_token()});

  LATH_EXAMPLE(mismatch, "The identity of somebody else", io::age::decrypt(of_dave, whole, opened));
  LATH_EXAMPLE(mismatch, "An identity where a passphrase is needed",
               io::age::decrypt(of_carol, locked, opened));
  LATH_EXAMPLE(authentication, "A wrong passphrase",
               io::age::decrypt(of_nobody, locked_again, opened));
  LATH_EXAMPLE(malformed, "A recipient of X25519",
               io::age::Recipient::from_text(
                   "age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj"));
  LATH_EXAMPLE(malformed, "A recipient in place of an identity",
               io::age::Identity::from_text(carol.recipient().text()));
  LATH_EXAMPLE(malformed, "A file without identities", io::age::read_identities(word));
  LATH_EXAMPLE(malformed, "A file that is not encrypted", io::age::decrypt(of_carol, text, opened));
  LATH_EXAMPLE(malformed, "An encrypted file of Lath 0.1.0",
               io::age::decrypt(of_carol, old, opened));
  LATH_EXAMPLE(malformed, "An encrypted file that was cut off in its header",
               io::age::decrypt(of_carol, beginning, opened));
  LATH_EXAMPLE(authentication, "An encrypted file that was changed",
               io::age::decrypt(of_carol, changed, opened));
  LATH_EXAMPLE(authentication, "An encrypted file that was cut off",
               io::age::decrypt(of_carol, first_half, opened));
  LATH_EXAMPLE(authentication, "An encrypted file that was extended",
               io::age::decrypt(of_carol, longer, opened));
  LATH_EXAMPLE(
      cancelled, "A file that is encrypted no further",
      io::age::encrypt(recipients, payload, file, generator, io::age::Form::binary, stopped));
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
