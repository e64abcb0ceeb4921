// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/he/literal.hpp"

/// Parameter sets of small degrees.
namespace lath::testing {

/// Plaintext moduli of all kinds (2, even, prime, of 60 bits), one to four special primes, digits
/// that do not divide the primes evenly, that are larger and smaller than P, primes on both sides
/// of 2^50. With the third, fourth, sixth and seventh there are slots.
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
      // A prime of 60 bits that is none of the chain.
      {.degree = 16,
       .plaintext_modulus = ntt_primes(60, 16, 40).back(),
       .prime_bits = {60, 60, 60, 60, 60, 60, 60},
       .special_prime_bits = {60, 60}},
      {.degree = 64,
       .plaintext_modulus = 257,
       .prime_bits = {47, 48, 48, 47, 48},
       .special_prime_bits = {48},
       .digit_primes = 2},
      {.degree = 16,
       .plaintext_modulus = 3,
       .prime_bits = {40, 40, 40, 40},
       .special_prime_bits = {41, 41},
       .digit_primes = 1},
  };
}

/// Rings of other indices: one prime, a prime power, two to three primes, with 4 and 2 among them;
/// plaintext moduli as above.
inline std::vector<he::Literal> literals_of_indices() {
  return {
      {.index = 15, .plaintext_modulus = 2, .prime_bits = {40, 40, 40}, .special_prime_bits = {41}},
      {.index = 9, .plaintext_modulus = 4, .prime_bits = {40, 40, 40}, .special_prime_bits = {41}},
      {.index = 21,
       .plaintext_modulus = 1000,
       .prime_bits = {36, 48, 36, 41, 40},
       .special_prime_bits = {49, 49}},
      {.index = 45,
       .plaintext_modulus = 257,
       .prime_bits = {40, 36, 44, 40},
       .special_prime_bits = {45}},
      {.index = 91,
       .plaintext_modulus = 65537,
       .prime_bits = {49, 49, 49, 49, 49, 49},
       .special_prime_bits = {50, 50, 50, 50}},
      {.index = 60,
       .plaintext_modulus = std::uint64_t{1} << 40,
       .prime_bits = {55, 55, 55, 55, 55, 55},
       .special_prime_bits = {56, 56, 56}},
      {.index = 63,
       .plaintext_modulus = 257,
       .prime_bits = {47, 48, 48, 47, 48},
       .special_prime_bits = {48},
       .digit_primes = 2},
      {.index = 105,
       .plaintext_modulus = 4,
       .prime_bits = {40, 40, 40, 40},
       .special_prime_bits = {41, 41},
       .digit_primes = 1,
       .errors = he::ErrorDistribution::discrete_gaussian},
      {.index = 66,
       .plaintext_modulus = 3,
       .prime_bits = {40, 40, 40, 40},
       .special_prime_bits = {41, 41},
       .digit_primes = 1},
  };
}

/// A literal of the same ring and number of primes for other parameters: another special prime and
/// another plaintext modulus.
inline he::Literal other_than(he::Literal literal) {
  --literal.special_prime_bits.back();
  literal.plaintext_modulus = literal.plaintext_modulus == 257 ? 65537 : 257;
  return literal;
}

/// The sets of both, and those of other indices.
inline std::vector<he::Literal> literals_of_all_rings() {
  std::vector<he::Literal> all = literals_of_both();
  for (const he::Literal& literal : literals_of_indices()) all.push_back(literal);
  return all;
}

/// The rings of HElib's examples and of larger circuits, of 2420, 1728 and 5760 coefficients.
inline std::vector<he::Literal> literals_of_large_indices(std::size_t primes) {
  std::vector<he::Literal> literals;
  for (const std::uint64_t m : {2783U, 4095U, 15015U}) {
    for (const std::uint64_t t : {2U, 4U, 257U}) {
      literals.push_back({.index = m,
                          .plaintext_modulus = t,
                          .prime_bits = std::vector<unsigned>(primes, 45),
                          .special_prime_bits = {46}});
    }
  }
  return literals;
}

/// Sets that have room for the products of BGV, whose noise grows by t, and primes from 30 bits on.
/// The fourth has slots, and the last three are of rings of other indices.
inline std::vector<he::Literal> literals_of_bgv() {
  const std::vector<he::Literal> both = literals_of_both();
  return {
      both[0],
      {.degree = 32,
       .plaintext_modulus = 3,
       .prime_bits = {30, 30, 30, 30, 30},
       .special_prime_bits = {31, 31}},
      both[2],
      {.degree = 256,
       .plaintext_modulus = 65537,
       .prime_bits = {50, 50, 50, 50},
       .special_prime_bits = {51, 51, 51}},
      {.degree = 64,
       .plaintext_modulus = std::uint64_t{1} << 40,
       .prime_bits = std::vector<unsigned>(6, 55),
       .special_prime_bits = {56, 56}},
      {.degree = 128,
       .plaintext_modulus = ntt_primes(40, 128, 1)[0],
       .prime_bits = std::vector<unsigned>(6, 55),
       .special_prime_bits = {56, 56, 56}},
      // A prime of 60 bits that is none of the chain.
      {.degree = 32,
       .plaintext_modulus = ntt_primes(60, 32, 40).back(),
       .prime_bits = std::vector<unsigned>(8, 60),
       .special_prime_bits = {60, 60}},
      {.degree = 64,
       .plaintext_modulus = 257,
       .prime_bits = std::vector<unsigned>(5, 48),
       .special_prime_bits = {48},
       .digit_primes = 2},
      {.index = 45,
       .plaintext_modulus = 4,
       .prime_bits = {40, 36, 44, 40},
       .special_prime_bits = {45}},
      {.index = 91,
       .plaintext_modulus = 65537,
       .prime_bits = {50, 50, 50, 50},
       .special_prime_bits = {51, 51, 51}},
      {.index = 105,
       .plaintext_modulus = std::uint64_t{1} << 40,
       .prime_bits = std::vector<unsigned>(6, 55),
       .special_prime_bits = {56, 56}},
  };
}

/// One prime a digit, several, as many as special ones or not, digits of different sizes; t prime,
/// a power of two, and 2. The last two are of rings of other indices, whose rows do not end with a
/// byte.
inline std::vector<he::Literal> byte_literals() {
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
           .special_prime_bits = {56, 56}},
          {.degree = 32,
           .plaintext_modulus = 7,
           .prime_bits = {41, 41, 42, 40, 41},
           .special_prime_bits = {43},
           .digit_primes = 3},
          {.degree = 12,
           .index = 21,
           .plaintext_modulus = 5,
           .prime_bits = {41, 45, 40},
           .special_prime_bits = {43}},
          {.degree = 6,
           .index = 14,
           .plaintext_modulus = 65537,
           .prime_bits = {45, 50, 43, 55},
           .special_prime_bits = {49, 51}}};
}

inline std::string label(const he::Literal& literal) {
  return (literal.index == 0 ? "n " + std::to_string(literal.degree)
                             : "m " + std::to_string(literal.index)) +
         ", t " + decimal_vartime(literal.plaintext_modulus) + ", " +
         std::to_string(literal.prime_bits.size()) + " + " +
         std::to_string(literal.special_prime_bits.size()) + " primes" +
         (literal.digit_primes == 0 ? "" : ", digits of " + std::to_string(literal.digit_primes));
}
inline std::string label(const he::Literal& literal, std::size_t level) {
  return label(literal) + ", level " + std::to_string(level);
}

}  // namespace lath::testing
