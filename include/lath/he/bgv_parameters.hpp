// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "lath/base/error.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::he {

/// The scheme of Z. Brakerski, C. Gentry and V. Vaikuntanathan (ITCS 2012) in residues, its moduli
/// switched as in C. Gentry, S. Halevi, N. Smart (CRYPTO 2012), keys with special primes (there,
/// too).
///
/// A ciphertext (c0, c1) of a plaintext m has c0 + c1 s = f m + t e modulo Q, with an error e and a
/// factor f that is public, prime to t, and part of the ciphertext (A. Kim, Y. Polyakov, V. Zucca,
/// ASIACRYPT 2021). Encryption has f = 1. A product has the product of the factors: (f m + t e) (f'
/// m' + t e') = f f' m m' modulo t. A division by a prime q changes both parts by less than t q/2
/// each, by multiples of t, so that q divides them, and has f/q modulo t. The error falls by q: a
/// circuit switches before every product, or as soon as the error is much larger than the error
/// that a switch leaves.
namespace bgv {

/// The parameters of the scheme, see SchemeParameters.
class Parameters : public SchemeParameters {
 public:
  ///@{
  /// Copies share everything. A moved-from object keeps its tables.
  Parameters(const Parameters&) noexcept = default;
  Parameters& operator=(const Parameters&) noexcept = default;
  ///@}
  ~Parameters() = default;

  /// The parameters that `literal` describes. Throws invalid_argument, naming the value found and
  /// the requirement, if a field is out of its range, or if log2(Q P) exceeds
  /// largest_modulus_bits() of the security that it asks for, or above the degrees of the tables
  /// estimated_modulus_bits(), or if a prime of Q divides t.
  static Parameters create(const Literal& literal);
  /// As create() with a literal, but without regard to security: for tests and studies.
  static Parameters create_insecure(const Literal& literal);
  /// The parameters of a key space and a plaintext space: keys of that key space are keys of the
  /// parameters. Throws invalid_argument if a prime of Q divides t.
  static Parameters create(const KeySpace& key_space, const PlaintextSpace& plaintext_space);
  /// The parameters with other plaintexts over the same key space: they share keys, engine and
  /// chain. Throws as create() does.
  [[nodiscard]] Parameters with_plaintexts(const PlaintextSpace& plaintext_space) const;
  /// Parameters for the degree and plaintext modulus with as many primes as the security allows,
  /// each long enough for one product and the switch after it, log2(t n) + 5.6 bits, if that is at
  /// least 30 and at most 60: deep circuits; and digits of two primes, as in BFV. The prime that is
  /// dropped first has up to 5 bits more, for products of fresh ciphertexts. Throws
  /// invalid_argument if the degree has no entry in the tables, or no room for two primes of Q and
  /// a special one, or if Q has none for an encryption modulo t: then the error names a degree that
  /// has.
  static Parameters recommended(std::size_t degree, const Natural& plaintext_modulus,
                                SecurityLevel security = SecurityLevel::bits128,
                                Attacker attacker = Attacker::classical);

 private:
  explicit Parameters(std::shared_ptr<const Context> context) noexcept;
};

}  // namespace bgv
}  // namespace lath::he
