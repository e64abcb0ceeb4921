// SPDX-License-Identifier: Apache-2.0
//
// A secret encrypted and decrypted, by a program that links lath::pke and lath::io.

#include "lath/base/constant_time.hpp"
#include "lath/io/rlwe.hpp"
#include "lath/lattice/rlwe.hpp"

int main() {
  auto generator = lath::Generator::from_system();
  const auto scheme = lath::rlwe::Scheme::create(lath::rlwe::recommended_parameters());
  const auto keys = scheme.generate_keys(generator);
  const auto key = lath::io::public_key_from_bytes(lath::io::to_bytes(keys.public_key).span());
  lath::rlwe::Message sent(scheme.parameters().message_bytes);
  generator.fill(sent.span());
  const auto received = scheme.decrypt(keys.secret_key, scheme.encrypt(key, sent, generator));
  return lath::ct::equal(sent.span(), received.span()) ? 0 : 1;
}
