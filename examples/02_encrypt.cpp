// SPDX-License-Identifier: Apache-2.0
//
// Ring-LWE encryption: Alice publishes a key, Bob sends her a 256-bit secret under it.

#include <iostream>

#include "lath/base/constant_time.hpp"
#include "lath/lattice/rlwe.hpp"

using namespace lath;

int main() {
  // Randomness is always handed in: in production it is seeded by the operating system, in a test
  // from a fixed seed.
  Generator generator = Generator::from_system();

  // Alice: b = a s + e. Who sees (a, b) cannot tell it from two random polynomials.
  const rlwe::KeyPair alice = rlwe::generate_keys(generator);

  // Bob: 256 random bits, hidden in the noise of a second such sample.
  const rlwe::SharedSecret sent = generator.seed();
  const rlwe::Ciphertext ciphertext = rlwe::encrypt(alice.public_key, sent, generator);

  // Alice takes a s away from it; what is left is the secret and a little noise, which she rounds
  // off. Only honest ciphertexts may come here: this scheme is secure against listeners, not
  // against somebody who can watch what Alice does with a ciphertext that he made up.
  const rlwe::SharedSecret received = rlwe::decrypt(alice.secret_key, ciphertext);

  const bool equal = ct::equal(sent.span(), received.span());
  std::cout << (equal ? "both hold the same 256 bits\n" : "the secrets differ\n");
  return equal ? 0 : 1;
}
