// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "lath/base/error.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::he {

/// The plaintexts of parameters in numbers, for who chooses: how many slots there are, how large,
/// and how many products the noise leaves room for. explain() makes one.
struct SpaceSummary {
  Scheme scheme = Scheme::bfv;     ///< BFV or BGV
  std::uint64_t index = 0;         ///< the index m of the ring, 2n for x^n + 1
  std::size_t degree = 0;          ///< n, or phi(m)
  std::size_t modulus_bits = 0;    ///< the bits of t, or of p beside a short modulus
  bool is_short = false;           ///< whether t is a polynomial
  double log2_size = 0;            ///< log2 of t, or of the largest value of t(x)
  std::size_t coefficients = 0;    ///< the numbers in a plaintext, see WideCoefficientEncoder
  std::size_t slots = 0;           ///< the slots of a plaintext, 0 if there are none
  std::size_t numbers_a_slot = 0;  ///< 1 for integers, and more for elements of Galois rings
  std::string encoder;             ///< the name of the encoder of slots, empty if there are none
  /// Why slots are no integers modulo t, or p, and which indices have such slots; empty if they
  /// are.
  std::string without_slots;
  std::size_t automorphisms = 0;  ///< how many of the `degree` automorphisms leave t as it is
  double log2_q = 0;              ///< log2 of Q
  double fresh_bits = 0;          ///< the noise budget of a fresh ciphertext, in bits
  /// The bits of budget that a product of two fresh ciphertexts costs, relinearised.
  double product_bits = 0;
  /// The longest chain of squares of a fresh ciphertext, each relinearised, of which the bound
  /// promises that it decrypts; in BGV at the level, of three, with the least noise.
  std::size_t depth = 0;
};

/// The summary of the parameters that `literal` describes, of which neither keys nor tables are
/// made. Throws as NoiseModel::create(). Takes about a millisecond, and for numbers of thousands of
/// bits some tenths of a second.
[[nodiscard]] SpaceSummary explain(Scheme scheme, const Literal& literal);
/// The summary of parameters.
[[nodiscard]] SpaceSummary explain(const SchemeParameters& parameters);

/// The summary as text for people, in lines, each with its end.
[[nodiscard]] std::string to_string(const SpaceSummary& summary);

}  // namespace lath::he
