// SPDX-License-Identifier: Apache-2.0
//
// A secret encrypted and decrypted, by a program that links lath::pke and lath::io.

#include "lath/base/constant_time.hpp"
#include "lath/io/rlwe.hpp"
#include "lath/lattice/rlwe.hpp"

int main() {
  auto generator = lath::Generator::from_system();
  const auto keys = lath::rlwe::generate_keys(generator);
  const auto key = lath::io::public_key_from_bytes(lath::io::to_bytes(keys.public_key).span());
  const auto sent = generator.seed();
  const auto received =
      lath::rlwe::decrypt(keys.secret_key, lath::rlwe::encrypt(key, sent, generator));
  return lath::ct::equal(sent.span(), received.span()) ? 0 : 1;
}
