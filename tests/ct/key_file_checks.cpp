// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "lath/io/ml_kem_keys.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

template <unsigned kSet>
void expect_key(const ml_kem::PrivateKey<kSet>& key, const io::MlKemPrivateKey& read) {
  const auto found = io::of_set<kSet>(read);
  record("key files", found.secret_key().bytes());
  bool same = ct::equal(found.secret_key().bytes(), key.secret_key().bytes());
  ct::declassify(&same, sizeof same);
  expect(same, "a private key comes back from its file");
}

// The form, the lengths and the public key are public, and nothing else of a private key. What
// encrypts keys is OpenSSL; when it decrypts, it looks at the padding, which is as public as
// lengths.
template <unsigned kSet>
void check_key_files_of() {
  auto generator = secret_generator("key files");
  const auto key = ml_kem::PrivateKey<kSet>::generate(generator);
  const auto bytes = key.secret_key().bytes();
  ct::poison(bytes.data(), 3 * kSet / 2);
  ct::poison(bytes.last(32).data(), 32);
  SecretBytes<20> passphrase;
  generator.fill(passphrase.span());
  ct::poison(passphrase.data(), passphrase.size());
  for (const auto form :
       {io::PrivateKeyForm::seed, io::PrivateKeyForm::expanded, io::PrivateKeyForm::both}) {
    const auto der = io::to_der(key, form), pem = io::to_pem(key, form);
    for (const auto* file : {&der, &pem}) {
      record("key files", *file);
      expect_key(key, io::ml_kem_private_key_from_file(*file));
    }
    const auto encrypted = io::to_encrypted_der(key, passphrase.span(), generator, form,
                                                {io::PassphraseDerivation::Function::pbkdf2, 2});
    record("key files", encrypted);
  }
}

}  // namespace

void check_key_files() {
  check_key_files_of<512>();
  check_key_files_of<768>();
  check_key_files_of<1024>();
}

}  // namespace lath::testing
