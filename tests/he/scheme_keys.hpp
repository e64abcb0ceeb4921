// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "he/plain_polynomial.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/rotations.hpp"

namespace lath::testing {

///@{
/// The schemes, for tests of what they have in common.
struct Bfv {
  using Parameters = he::bfv::Parameters;
  using Evaluator = he::bfv::Evaluator;
  using Product = he::bfv::Product;
};
struct Bgv {
  using Parameters = he::bgv::Parameters;
  using Evaluator = he::bgv::Evaluator;
  using Product = he::bgv::Product;
};
using BothSchemes = ::testing::Types<Bfv, Bgv>;
///@}

/// Parameters of a scheme with keys, and everything that uses them. The same seed gives the same
/// keys. There are Galois keys for rotations by all powers of two, by one to the right, and for the
/// exchange of rows.
template <class Scheme>
struct SchemeKeys {
  typename Scheme::Parameters parameters;
  Generator generator = Generator::from_seed(Seed{}, "tests he evaluator");
  he::KeyGenerator key_generator{parameters, generator};
  he::SecretKey secret = key_generator.secret_key();
  he::RelinKey relin = key_generator.relin_key(secret);
  std::vector<std::uint64_t> elements = rotations(parameters.degree());
  he::GaloisKeys galois = key_generator.galois_keys(secret, elements);
  he::Encryptor encryptor{parameters, key_generator.public_key(secret)};
  he::Decryptor decryptor{parameters, secret};
  typename Scheme::Evaluator evaluator{parameters};
  he::EvaluatorWorkspace workspace{parameters};

  explicit SchemeKeys(const he::Literal& literal)
      : parameters(Scheme::Parameters::create_insecure(literal)) {}

  [[nodiscard]] PlainPolynomial draw(SeededValues& values) const {
    return PlainPolynomial::random(parameters.degree(), parameters.plaintext_modulus(), values);
  }
  /// The constant k modulo t.
  [[nodiscard]] PlainPolynomial constant(std::int64_t k) const {
    PlainPolynomial m(parameters.degree(), parameters.plaintext_modulus());
    const auto t = static_cast<std::int64_t>(parameters.plaintext_modulus());
    m[0] = static_cast<std::uint64_t>((k % t + t) % t);
    return m;
  }
  [[nodiscard]] he::Plaintext plaintext(const PlainPolynomial& m) const {
    return {parameters, m.coefficients()};
  }
  [[nodiscard]] he::Ciphertext encrypt(const PlainPolynomial& m) {
    return encryptor.encrypt(plaintext(m), generator);
  }
  /// At a level.
  [[nodiscard]] he::Ciphertext encrypt(const PlainPolynomial& m, std::size_t level) {
    return evaluator.mod_switch(encrypt(m), level, workspace);
  }
  template <class Operand>
  [[nodiscard]] std::vector<std::uint64_t> decrypt(const Operand& operand) const {
    const he::Plaintext m = decryptor.decrypt(operand);
    return {m.coefficients().begin(), m.coefficients().end()};
  }
  [[nodiscard]] he::Ciphertext multiply(const he::Ciphertext& a, const he::Ciphertext& b) {
    return evaluator.relinearize(evaluator.multiply(a, b, workspace), relin, workspace);
  }
  /// Whether a level has room for t^powers and so many bits more.
  [[nodiscard]] bool has_room(std::size_t level, double powers, double bits) const {
    const double log2_t = std::log2(static_cast<double>(parameters.plaintext_modulus()));
    return level > 0 && parameters.log2_q(level) > powers * log2_t + bits;
  }
  /// Expects this plaintext, and a noise below its bound by at most so many bits.
  template <class Operand>
  void expect(const Operand& found, const PlainPolynomial& m, double most_slack) const {
    EXPECT_EQ(decrypt(found), m.coefficients());
    const double noise = he::debug::log2_noise(parameters, secret, found);
    EXPECT_LE(noise, found.noise().log2_bound());
    EXPECT_GE(noise + most_slack, found.noise().log2_bound());
  }

  static std::vector<std::uint64_t> rotations(std::size_t degree) {
    std::vector<std::uint64_t> elements{he::row_exchange(degree), he::row_rotation(degree, -1)};
    for (std::size_t step = 1; step < degree / 2; step *= 2) {
      elements.push_back(he::row_rotation(degree, static_cast<std::int64_t>(step)));
    }
    std::ranges::sort(elements);
    elements.erase(std::ranges::unique(elements).begin(), elements.end());
    return elements;
  }
};

/// Whether two ciphertexts, or products, are the same in all that they have.
template <class Form, std::size_t Parts>
bool equal(const he::CiphertextParts<Form, Parts>& a, const he::CiphertextParts<Form, Parts>& b) {
  for (std::size_t i = 0; i < Parts; ++i) {
    if (a.part(i) != b.part(i)) return false;
  }
  return a.context() == b.context() && a.scale_factor() == b.scale_factor() &&
         a.noise() == b.noise();
}

/// Small degrees, plaintext moduli of all kinds (2, even, prime, of 60 bits), one to four special
/// primes, digits that do not divide the primes evenly, primes on both sides of 2^50. With the
/// third, fourth and last there are slots.
inline std::vector<he::Literal> literals_of_both() {
  return {
      {.degree = 16,
       .plaintext_modulus = 2,
       .prime_bits = {40, 40, 40},
       .special_prime_bits = {41}},
      {.degree = 32,
       .plaintext_modulus = 1000,
       .prime_bits = {36, 48, 36, 41, 40},
       .special_prime_bits = {49, 49}},
      {.degree = 64,
       .plaintext_modulus = 257,
       .prime_bits = {40, 36, 44, 40},
       .special_prime_bits = {45}},
      {.degree = 128,
       .plaintext_modulus = 65537,
       .prime_bits = {49, 49, 49, 49, 49, 49},
       .special_prime_bits = {50, 50, 50, 50}},
      {.degree = 32,
       .plaintext_modulus = std::uint64_t{1} << 40,
       .prime_bits = {55, 55, 55, 55, 55, 55},
       .special_prime_bits = {56, 56, 56}},
      {.degree = 16,
       .plaintext_modulus = ntt_primes(60, 16, 1)[0],
       .prime_bits = {60, 60, 60, 60, 60, 60, 60},
       .special_prime_bits = {60, 60}},
  };
}

inline std::string label(const he::Literal& literal, std::size_t level) {
  return "n " + std::to_string(literal.degree) + ", t " +
         std::to_string(literal.plaintext_modulus) + ", level " + std::to_string(level) + " of " +
         std::to_string(literal.prime_bits.size());
}

}  // namespace lath::testing
