// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::he::testing {

using Bytes = std::vector<std::byte>;

template <class Storage>
Bytes copy(const Buffer<std::byte, Storage>& buffer) {
  return {buffer.span().begin(), buffer.span().end()};
}

struct Bfv {
  using Parameters = bfv::Parameters;
  using Encryptor = bfv::Encryptor;
  using Decryptor = bfv::Decryptor;
  using Evaluator = bfv::Evaluator;
  using Product = bfv::Product;
  using Workspace = bfv::EvaluatorWorkspace;
  static constexpr int kTag = 1;
  static Literal literal(std::span<const std::byte> bytes, const RingLimits& limits = {}) {
    return bfv::literal_from_bytes(bytes, limits);
  }
  static Product product(const Parameters& parameters, std::span<const std::byte> bytes) {
    return bfv::product_from_bytes(parameters, bytes);
  }
};
struct Bgv {
  using Parameters = bgv::Parameters;
  using Encryptor = bgv::Encryptor;
  using Decryptor = bgv::Decryptor;
  using Evaluator = bgv::Evaluator;
  using Product = bgv::Product;
  using Workspace = bgv::EvaluatorWorkspace;
  static constexpr int kTag = 2;
  static Literal literal(std::span<const std::byte> bytes, const RingLimits& limits = {}) {
    return bgv::literal_from_bytes(bytes, limits);
  }
  static Product product(const Parameters& parameters, std::span<const std::byte> bytes) {
    return bgv::product_from_bytes(parameters, bytes);
  }
};

/// Parameters of a scheme with all keys.
template <class Scheme>
struct KeysOf {
  typename Scheme::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "he bytes");
  KeyGenerator key_generator{parameters, generator};
  SecretKey secret = key_generator.secret_key();
  PublicKey public_key = key_generator.public_key(secret);
  RelinKey relin = key_generator.relin_key(secret);
  std::vector<std::uint64_t> elements{3, 5, 2 * parameters.degree() - 1};
  GaloisKeys galois = key_generator.galois_keys(secret, elements);

  explicit KeysOf(const Literal& literal)
      : parameters(Scheme::Parameters::create_insecure(literal)) {}

  [[nodiscard]] Plaintext plaintext(std::uint64_t step) const {
    const std::uint64_t t = parameters.plaintext_modulus();
    std::vector<std::uint64_t> coefficients(parameters.degree());
    for (std::size_t i = 0; i < coefficients.size(); ++i) {
      coefficients[i] = i % 3 == 0 ? t - 1 - i % t : i * step % t;
    }
    return {parameters, coefficients};
  }
};

/// Ciphertexts and products under these keys, of the plaintexts 7 and 9: in BGV those of lower
/// levels have factors.
template <class Scheme>
struct CiphertextsOf {
  const KeysOf<Scheme>& keys;
  Generator generator = Generator::from_seed(Seed{}, "he ciphertexts");
  typename Scheme::Evaluator evaluator{keys.parameters};
  typename Scheme::Workspace workspace{keys.parameters};
  std::size_t levels = keys.parameters.levels();
  Ciphertext fresh =
      typename Scheme::Encryptor(keys.parameters, keys.public_key).encrypt(m(7), generator);
  SeededCiphertext seeded =
      SymmetricEncryptor(keys.parameters, keys.secret).encrypt_seeded(m(9), generator);
  Ciphertext low = evaluator.mod_switch(fresh, levels - 1, workspace);
  typename Scheme::Product product = evaluator.multiply(fresh, seeded.expand(), workspace);
  typename Scheme::Product low_product = evaluator.mod_switch(product, levels - 1, workspace);

  explicit CiphertextsOf(const KeysOf<Scheme>& all) : keys(all) {}
  [[nodiscard]] Plaintext m(std::uint64_t step) const { return keys.plaintext(step); }
};

/// One prime a digit, several, and digits of different sizes; t prime, a power of two, and 2.
inline std::vector<Literal> byte_literals() {
  return {{.degree = 16,
           .plaintext_modulus = 2,
           .prime_bits = {40, 41, 40},
           .special_prime_bits = {42}},
          {.degree = 128,
           .plaintext_modulus = 65537,
           .prime_bits = {45, 49, 50, 55},
           .special_prime_bits = {50, 56, 45}},
          {.degree = 64,
           .plaintext_modulus = std::uint64_t{1} << 40,
           .prime_bits = {55, 55, 55, 55, 55, 60},
           .special_prime_bits = {56, 56}}};
}

}  // namespace lath::he::testing
