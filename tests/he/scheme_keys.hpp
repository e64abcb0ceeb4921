// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "he/access.hpp"
#include "he/literals.hpp"
#include "he/parts.hpp"
#include "he/plain_polynomial.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/rerandomizer.hpp"
#include "lath/he/rotations.hpp"
#include "lath/he/symmetric_encryptor.hpp"

namespace lath::testing {

///@{
/// The schemes, for tests of what they have in common: what their bytes call them, and what reads
/// bytes.
using he::Bfv;
using he::Bgv;
template <class Scheme>
inline constexpr bool kIsBfv = Scheme::kScheme == he::Scheme::bfv;
template <class Scheme>
inline constexpr int kTag = static_cast<int>(Scheme::kScheme);
template <class Scheme>
he::Literal literal_from(std::span<const std::byte> bytes, const RingLimits& limits = {}) {
  if constexpr (kIsBfv<Scheme>) {
    return he::bfv::literal_from_bytes(bytes, limits);
  } else {
    return he::bgv::literal_from_bytes(bytes, limits);
  }
}
template <class Scheme>
typename Scheme::Product product_from(const typename Scheme::Parameters& parameters,
                                      std::span<const std::byte> bytes) {
  if constexpr (kIsBfv<Scheme>) {
    return he::bfv::product_from_bytes(parameters, bytes);
  } else {
    return he::bgv::product_from_bytes(parameters, bytes);
  }
}
using BothSchemes = ::testing::Types<Bfv, Bgv>;
///@}

/// Two units modulo the index that are small, and -1; 3, 5 and -1 for powers of two.
inline std::vector<std::uint64_t> some_units(const he::Literal& literal) {
  if (literal.index == 0) return {3, 5, 2 * literal.degree - 1};
  std::vector<std::uint64_t> units;
  for (std::uint64_t g = 2; units.size() < 2; ++g) {
    if (std::gcd(g, literal.index) == 1) units.push_back(g);
  }
  units.push_back(literal.index - 1);
  return units;
}

/// Parameters of a scheme with keys, and everything that uses them. The same name gives the same
/// keys. There are Galois keys for rotations by all powers of two, by one to the right, and for the
/// exchange of rows; in rings of other indices for some units.
template <class Scheme>
struct SchemeKeys {
  using Coefficients = std::vector<std::uint64_t>;

  typename Scheme::Parameters parameters;
  std::shared_ptr<const PlainRing> ring;  // none: x^n + 1
  Generator generator;
  he::KeyGenerator key_generator{parameters, generator};
  he::SecretKey secret = key_generator.secret_key();
  he::RelinKey relin = key_generator.relin_key(secret);
  std::vector<std::uint64_t> elements;
  he::GaloisKeys galois = key_generator.galois_keys(secret, elements);
  he::PublicKey public_key = key_generator.public_key(secret);
  he::Encryptor encryptor{parameters, public_key};
  he::SymmetricEncryptor symmetric{parameters, secret};
  he::Decryptor decryptor{parameters, secret};
  he::Rerandomizer rerandomizer{parameters, public_key};
  typename Scheme::Evaluator evaluator{parameters};
  // Tests compute with constant keys, too.
  mutable typename Scheme::Session session = evaluator.session({relin, galois});

  explicit SchemeKeys(const he::Literal& literal)
      : SchemeKeys(literal, substitutions(literal), "tests he evaluator") {}
  SchemeKeys(const he::Literal& literal, std::vector<std::uint64_t> with_keys,
             const std::string& name)
      : SchemeKeys(Scheme::Parameters::create_insecure(literal), std::move(with_keys), name) {}
  SchemeKeys(const typename Scheme::Parameters& with, std::vector<std::uint64_t> with_keys,
             const std::string& name)
      : parameters(with),
        ring(with.literal().index == 0 ? nullptr
                                       : std::make_shared<const PlainRing>(with.literal().index)),
        generator(Generator::from_seed(Seed{}, name)),
        elements(std::move(with_keys)) {}

  ///@{
  /// t, its logarithm, and what an error in c0 + c1 s is a multiple of.
  [[nodiscard]] std::uint64_t t() const { return parameters.plaintext_modulus().word(); }
  [[nodiscard]] double log2_t() const { return std::log2(static_cast<double>(t())); }
  [[nodiscard]] std::uint64_t error_factor() const { return kIsBfv<Scheme> ? 1 : t(); }
  ///@}
  [[nodiscard]] PlainPolynomial zero() const { return {ring, parameters.degree(), t()}; }
  [[nodiscard]] PlainPolynomial draw(SeededValues& values) const { return zero().random(values); }
  /// All coefficients are the same.
  [[nodiscard]] PlainPolynomial filled(std::uint64_t coefficient) const {
    PlainPolynomial m = zero();
    for (std::size_t i = 0; i < parameters.degree(); ++i) m[i] = coefficient;
    return m;
  }
  /// The constant k modulo t.
  [[nodiscard]] PlainPolynomial constant(std::int64_t k) const {
    PlainPolynomial m = zero();
    const auto modulus = static_cast<std::int64_t>(t());
    m[0] = static_cast<std::uint64_t>((k % modulus + modulus) % modulus);
    return m;
  }
  ///@{
  /// Of a polynomial, or of coefficients from the lowest on.
  [[nodiscard]] he::Plaintext plaintext(const PlainPolynomial& m) const {
    return {parameters, m.coefficients()};
  }
  [[nodiscard]] he::Plaintext plaintext(const Coefficients& m) const { return {parameters, m}; }
  [[nodiscard]] he::Ciphertext encrypt(const PlainPolynomial& m) {
    return encryptor.encrypt(plaintext(m), generator);
  }
  [[nodiscard]] he::Ciphertext encrypt(const Coefficients& m) {
    return encryptor.encrypt(plaintext(m), generator);
  }
  ///@}
  /// At a level.
  [[nodiscard]] he::Ciphertext encrypt(const PlainPolynomial& m, std::size_t level) {
    return session.mod_switch(encrypt(m), level);
  }
  template <class Operand>
  [[nodiscard]] Coefficients decrypt(const Operand& operand) const {
    return words(decryptor.decrypt(operand));
  }
  template <class Operand>
  [[nodiscard]] Coefficients release(const Operand& operand) {
    return words(decryptor.decrypt_for_release(operand, generator));
  }
  [[nodiscard]] he::Ciphertext multiply(const he::Ciphertext& a, const he::Ciphertext& b) {
    return session.relinearize(session.multiply(a, b));
  }
  /// Whether a level has room for t^powers and so many bits more.
  [[nodiscard]] bool has_room(std::size_t level, double powers, double bits) const {
    return level > 0 && parameters.log2_q(level) > powers * log2_t() + bits;
  }
  /// Expects this plaintext, and a noise below its bound by at most so many bits.
  template <class Operand>
  void expect(const Operand& found, const PlainPolynomial& m, double most_slack) const {
    EXPECT_EQ(decrypt(found), m.coefficients());
    const double noise = he::debug::log2_noise(parameters, secret, found);
    EXPECT_LE(noise, found.noise().log2_bound());
    EXPECT_LE(found.noise().log2_bound() - noise, most_slack);
  }

  static Coefficients words(const he::Plaintext& m) {
    return {m.coefficients().begin(), m.coefficients().end()};
  }
  static std::vector<std::uint64_t> substitutions(const he::Literal& literal) {
    if (literal.index == 0) return rotations(literal.degree);
    return some_units(literal);
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

/// The same with three Galois keys only.
template <class Scheme>
struct FewKeys : SchemeKeys<Scheme> {
  explicit FewKeys(const he::Literal& literal, const std::string& name = "few keys")
      : SchemeKeys<Scheme>(literal, some_units(literal), name) {}
};

/// Whether two ciphertexts, or products, are the same in all that they have.
template <class Form>
bool equal(const he::CiphertextParts<Form>& a, const he::CiphertextParts<Form>& b) {
  for (std::size_t i = 0; i < a.parts(); ++i) {
    if (testing::part_of(a, i) != testing::part_of(b, i)) return false;
  }
  return he::Access::context(a) == he::Access::context(b) && a.scale_factor() == b.scale_factor() &&
         a.noise() == b.noise();
}

}  // namespace lath::testing
