// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bgv.hpp"
#include "lath/ring/crt.hpp"

namespace lath::he::testing {
using uint128 = unsigned __int128;
using Coefficients = std::vector<std::uint64_t>;

/// Polynomials modulo t and x^n + 1 by their definition.
struct PlainRing {
  std::size_t n;
  std::uint64_t t;

  [[nodiscard]] Coefficients random(lath::testing::SeededValues& values) const {
    Coefficients a(n);
    for (auto& x : a) x = values.below(t);
    return a;
  }
  [[nodiscard]] Coefficients add(Coefficients a, const Coefficients& b) const {
    for (std::size_t i = 0; i < n; ++i) a[i] = (a[i] + b[i]) % t;
    return a;
  }
  [[nodiscard]] Coefficients negate(Coefficients a) const {
    for (auto& x : a) x = (t - x) % t;
    return a;
  }
  [[nodiscard]] Coefficients sub(const Coefficients& a, const Coefficients& b) const {
    return add(a, negate(b));
  }
  [[nodiscard]] Coefficients multiply(const Coefficients& a, const Coefficients& b) const {
    Coefficients c(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const auto x = static_cast<std::uint64_t>(uint128{a[i]} * b[j] % t);
        c[(i + j) % n] = (c[(i + j) % n] + (i + j < n || x == 0 ? x : t - x)) % t;
      }
    }
    return c;
  }
  [[nodiscard]] Coefficients substitute(const Coefficients& a, std::uint64_t g) const {
    Coefficients c(n);
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t k = i * g % (2 * n);
      c[k % n] = k < n ? a[i] : (t - a[i]) % t;
    }
    return c;
  }
};

/// Everything that a test needs with one set of parameters.
struct Scheme {
  explicit Scheme(const Literal& literal, const std::string& name = "bgv test")
      : parameters(bgv::Parameters::create_insecure(literal)),
        generator(Generator::from_seed(Seed{}, name)),
        keys(parameters, generator),
        secret(keys.secret_key()),
        relin(keys.relin_key(secret)),
        elements{3, 5, 2 * literal.degree - 1},
        galois(keys.galois_keys(secret, elements)),
        encryptor(parameters, keys.public_key(secret)),
        decryptor(parameters, secret),
        evaluator(parameters),
        workspace(parameters),
        ring{literal.degree, literal.plaintext_modulus} {}

  [[nodiscard]] bgv::Ciphertext encrypt(const Coefficients& m) {
    return encryptor.encrypt(Plaintext(parameters, m), generator);
  }
  template <class Operand>
  [[nodiscard]] Coefficients decrypt(const Operand& c) const {
    const Plaintext m = decryptor.decrypt(c);
    return {m.coefficients().begin(), m.coefficients().end()};
  }
  [[nodiscard]] bgv::Ciphertext product(const bgv::Ciphertext& a, const bgv::Ciphertext& b) {
    return evaluator.relinearize(evaluator.multiply(a, b, workspace), relin, workspace);
  }
  // Whether a level from 1 on has room for t^powers and so many bits more.
  [[nodiscard]] bool has_room(std::size_t level, double powers, double bits) const {
    return level > 0 &&
           parameters.log2_q(level) > powers * std::log2(static_cast<double>(ring.t)) + bits;
  }
  // c0 + c1 s + ... by its coefficients next to zero.
  template <class Operand>
  [[nodiscard]] Poly<DynamicRing, Coeff> phase(const Operand& c, std::size_t parts) const {
    Poly<DynamicRing, Eval> s(parameters.ring(c.level()));
    for (std::size_t i = 0; i < c.level(); ++i) {
      std::ranges::copy(secret.value().limb(i), s.limb(i).begin());
    }
    auto x = c.part(parts - 1);
    for (std::size_t i = parts - 1; i-- > 0;) x = x * s + c.part(i);
    return intt(std::move(x));
  }

  bgv::Parameters parameters;
  Generator generator;
  KeyGenerator keys;
  SecretKey secret;
  RelinKey relin;
  std::vector<std::uint64_t> elements;
  GaloisKeys galois;
  bgv::Encryptor encryptor;
  bgv::Decryptor decryptor;
  bgv::Evaluator evaluator;
  bgv::EvaluatorWorkspace workspace;
  PlainRing ring;
};

/// Expects that c0 + c1 s + ... is f m modulo t as an integer next to zero, and that the noise
/// bound is above it. Returns by how many bits.
template <class Operand>
double expect_holds(const Scheme& scheme, const Operand& c, std::size_t parts,
                    const Coefficients& m) {
  const auto x = scheme.phase(c, parts);
  const auto integers = lift(x, Representative::centered);
  const std::size_t size = integers.size() / scheme.ring.n;
  const std::uint64_t t = scheme.ring.t;
  for (std::size_t i = 0; i < scheme.ring.n; ++i) {
    // Two's complements: what is above the words is -1 or 0.
    const bool negative = integers[(i + 1) * size - 1] >> 63 != 0;
    uint128 residue = negative ? t - 1 : 0;
    for (std::size_t w = size; w-- > 0;) {
      residue = ((residue << 64) % t + integers[i * size + w] % t) % t;
    }
    const auto expected = static_cast<std::uint64_t>(uint128{c.scale_factor()} * m[i] % t);
    EXPECT_EQ(static_cast<std::uint64_t>(residue), expected) << "coefficient " << i;
    if (static_cast<std::uint64_t>(residue) != expected) return 0;
  }
  const auto norm = infinity_norm(x);
  double magnitude = 0;
  for (std::size_t w = norm.size(); w-- > 0;) {
    magnitude = magnitude * 0x1p64 + static_cast<double>(norm[w]);
  }
  const double log2_noise = std::log2(magnitude) - scheme.parameters.log2_q(c.level());
  EXPECT_GE(c.noise().log2_bound(), log2_noise);
  return c.noise().log2_bound() - log2_noise;
}

/// Parameter sets with plaintext moduli of all kinds.
inline std::vector<Literal> literals() {
  const std::uint64_t t40 = ntt_primes(40, 128, 1)[0], t60 = ntt_primes(60, 32, 1)[0];
  return {
      {.degree = 16,
       .plaintext_modulus = 2,
       .prime_bits = {40, 40, 40},
       .special_prime_bits = {41}},
      {.degree = 32,
       .plaintext_modulus = 3,
       .prime_bits = {30, 30, 30, 30, 30},
       .special_prime_bits = {31, 31}},
      {.degree = 64,
       .plaintext_modulus = 257,
       .prime_bits = {40, 36, 44, 40},
       .special_prime_bits = {45}},
      {.degree = 256,
       .plaintext_modulus = 65537,
       .prime_bits = {50, 50, 50, 50},
       .special_prime_bits = {51, 51, 51}},
      {.degree = 64,
       .plaintext_modulus = std::uint64_t{1} << 40,
       .prime_bits = {55, 55, 55, 55, 55, 55},
       .special_prime_bits = {56, 56}},
      {.degree = 128,
       .plaintext_modulus = t40,
       .prime_bits = {55, 55, 55, 55, 55, 55},
       .special_prime_bits = {56, 56, 56}},
      // t is the largest prime of its length that serves the degree, which the chain leaves out.
      {.degree = 32,
       .plaintext_modulus = t60,
       .prime_bits = {60, 60, 60, 60, 60, 60, 60, 60},
       .special_prime_bits = {60, 60}},
  };
}

}  // namespace lath::he::testing
