// SPDX-License-Identifier: Apache-2.0
//
// Ring-LWE encryption: Alice publishes a key, Bob sends her a 256-bit secret under it.

#include <iostream>

#include "lath/base/constant_time.hpp"
#include "lath/pke/rlwe.hpp"

using namespace lath;

int main() {
  // Randomness is always handed in: in production it is seeded by the operating system, in a test
  // from a fixed seed.
  Generator generator = Generator::from_system();

  // n = 1024, q = 12289; a scheme is made of parameters, which are checked.
  const rlwe::Scheme scheme =
      rlwe::Scheme::create(rlwe::recommended_parameters(SecurityLevel::bits128));

  // Alice: b = a s + e. Who sees (a, b) cannot tell it from two random polynomials.
  const rlwe::KeyPair alice = scheme.generate_keys(generator);

  // Bob: 256 random bits, hidden in the noise of a second such sample.
  rlwe::Message sent(scheme.parameters().message_bytes);
  generator.fill(sent.span());
  const rlwe::Ciphertext ciphertext = scheme.encrypt(alice.public_key, sent, generator);

  // Alice takes a s away from it; what is left is the secret and a little noise, which she rounds
  // off. Only honest ciphertexts may come here: this scheme is secure against listeners, not
  // against somebody who can watch what Alice does with a ciphertext that he made up. The key
  // encapsulation of 06_forward_secrecy.cpp is.
  const rlwe::Message received = scheme.decrypt(alice.secret_key, ciphertext);

  const bool equal = ct::equal(sent.span(), received.span());
  std::cout << (equal ? "both hold the same 256 bits\n" : "the secrets differ\n");
  return equal ? 0 : 1;
}
