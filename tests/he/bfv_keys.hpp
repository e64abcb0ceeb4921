// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "he/plain_polynomial.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/debug.hpp"

namespace lath::testing {

/// Parameters of BFV with all keys, and everything that uses them. The same seed gives the same
/// keys.
struct BfvKeys {
  he::bfv::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "tests he");
  he::KeyGenerator key_generator{parameters, generator};
  he::SecretKey secret = key_generator.secret_key();
  he::PublicKey public_key = key_generator.public_key(secret);
  he::RelinKey relin = key_generator.relin_key(secret);
  std::vector<std::uint64_t> elements{3, 2 * parameters.degree() - 1};
  he::GaloisKeys galois = key_generator.galois_keys(secret, elements);
  he::bfv::Encryptor encryptor{parameters, public_key};
  he::bfv::Decryptor decryptor{parameters, secret};
  he::bfv::Evaluator evaluator{parameters};
  he::bfv::EvaluatorWorkspace workspace{parameters};

  explicit BfvKeys(const he::Literal& literal)
      : parameters(he::bfv::Parameters::create_insecure(literal)) {}

  [[nodiscard]] he::Plaintext plaintext(const PlainPolynomial& m) const {
    return {parameters, m.coefficients()};
  }
  he::Ciphertext encrypt(const PlainPolynomial& m) {
    return encryptor.encrypt(plaintext(m), generator);
  }
  template <class Operand>
  std::vector<std::uint64_t> decrypt(const Operand& operand) const {
    const he::Plaintext plaintext = decryptor.decrypt(operand);
    return {plaintext.coefficients().begin(), plaintext.coefficients().end()};
  }
  template <class Operand>
  double slack(const Operand& operand) const {
    return operand.noise().log2_bound() - he::debug::log2_noise(parameters, secret, operand);
  }
};

inline std::string label(const he::Literal& literal) {
  return "n " + std::to_string(literal.degree) + ", t " +
         std::to_string(literal.plaintext_modulus) + ", " +
         std::to_string(literal.prime_bits.size()) + " + " +
         std::to_string(literal.special_prime_bits.size()) + " primes";
}

}  // namespace lath::testing
