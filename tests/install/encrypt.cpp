// SPDX-License-Identifier: Apache-2.0
//
// A secret encapsulated and found again, by a program that links lath::pke and lath::io.

#include "lath/base/constant_time.hpp"
#include "lath/io/keys.hpp"
#include "lath/ml_kem/ml_kem.hpp"

int main() {
  auto generator = lath::Generator::from_system();
  const auto keys = lath::io::generate_keys(lath::io::FileScheme::of_name("ml-kem-768"), generator);
  const auto read = lath::io::PublicKey::from_bytes(keys.public_key.bytes());
  const lath::ml_kem::Kem<768> kem;
  const auto sent = kem.encapsulate(read.key(), generator);
  const auto received = kem.decapsulate(keys.secret_key.key(), sent.ciphertext.span());
  return lath::ct::equal(sent.secret.span(), received.span()) ? 0 : 1;
}
