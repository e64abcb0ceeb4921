// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "lath/base/error.hpp"
#include "lath/he/scheme_parameters.hpp"

namespace lath::he {

struct Bfv;
struct Bgv;

/// The parameters of a scheme, Bfv or Bgv, see SchemeParameters.
template <class Scheme>
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
  [[nodiscard]] Parameters with_plaintexts(const PlaintextSpace& plaintext_space) const {
    return create(key_space(), plaintext_space);
  }
  /// Parameters for the degree and plaintext modulus with all the bits that the security allows:
  /// deep circuits, and key switches with digits of two primes, which take 0.6 to 0.8 times as long
  /// as with one for half a level (one, if Q has two primes; more for t of hundreds of bits, whose
  /// products have more noise than long digits make). Primes of BFV have up to 49 bits. A
  /// prime of BGV is long enough for one product and the switch after it, log2(t n) + 5.6 bits, if
  /// that is at least 30 and at most 60, and the prime that is dropped first has up to 5 bits more,
  /// for products of fresh ciphertexts. Throws invalid_argument if the degree has no entry in the
  /// tables, or no room for two primes of Q and a special one, or if Q has none for an encryption
  /// modulo t: then the error names a degree that has.
  static Parameters recommended(std::size_t degree, const PlaintextSpace& plaintext_space,
                                SecurityLevel security = SecurityLevel::bits128,
                                Attacker attacker = Attacker::classical);
  /// Recommended parameters for plaintexts modulo an integer.
  static Parameters recommended(std::size_t degree, const Natural& plaintext_modulus,
                                SecurityLevel security = SecurityLevel::bits128,
                                Attacker attacker = Attacker::classical) {
    return recommended(degree, PlaintextSpace::integer(plaintext_modulus), security, attacker);
  }

 private:
  explicit Parameters(std::shared_ptr<const Context> context) noexcept
      : SchemeParameters(std::move(context)) {}
  static std::shared_ptr<const Context> make_context(const KeySpace& key_space,
                                                     const PlaintextSpace& plaintext_space);
  // Gives a literal the primes of recommended parameters.
  static void choose_primes(Literal& literal);
};

///@cond
template <>
std::shared_ptr<const Context> Parameters<Bfv>::make_context(const KeySpace&,
                                                             const PlaintextSpace&);
template <>
std::shared_ptr<const Context> Parameters<Bgv>::make_context(const KeySpace&,
                                                             const PlaintextSpace&);
template <>
void Parameters<Bfv>::choose_primes(Literal& literal);
template <>
void Parameters<Bgv>::choose_primes(Literal& literal);
extern template class Parameters<Bfv>;
extern template class Parameters<Bgv>;
///@endcond

}  // namespace lath::he
