// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::fuzz {

/// Parameters of degree 16 with keys, made once.
template <class Scheme>
struct SmallKeys {
  static constexpr std::size_t kDegree = 16;

  typename Scheme::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "fuzz keys");
  he::KeyGenerator key_generator{parameters, generator};
  he::SecretKey secret = key_generator.secret_key();
  he::PublicKey public_key = key_generator.public_key(secret);
  he::RelinKey relin = key_generator.relin_key(secret);
  std::vector<std::uint64_t> elements{3, 2 * kDegree - 1};
  he::GaloisKeys galois = key_generator.galois_keys(secret, elements);
  he::Encryptor encryptor{parameters, public_key};
  he::SymmetricEncryptor symmetric{parameters, secret};
  he::Decryptor decryptor{parameters, secret};
  typename Scheme::Evaluator evaluator{parameters};
  typename Scheme::Session session = evaluator.session({relin, galois});

  explicit SmallKeys(std::uint64_t t, std::vector<unsigned> primes = {45, 45, 45})
      : parameters(Scheme::Parameters::create_insecure({.degree = kDegree,
                                                        .plaintext_modulus = t,
                                                        .prime_bits = std::move(primes),
                                                        .special_prime_bits = {46}})) {}

  [[nodiscard]] he::Plaintext plaintext(const std::vector<std::uint64_t>& m) const {
    return {parameters, m};
  }
};

}  // namespace lath::fuzz
