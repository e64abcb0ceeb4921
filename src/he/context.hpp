// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "he/core/key_tables.hpp"
#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/he/core/key_space.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "ring/once.hpp"

namespace lath::he {

/// The inside of parameters: the tables of a key space, the tables of a plaintext space, and the
/// factors of a scheme. All errors of ciphertexts are multiples of the error factor: 1 in BFV, and
/// t in BGV, where they must vanish modulo t. So a division of x by a modulus is f round((x/f) /
/// modulus) with the error factor f. A plaintext m is w [k m] modulo Q, where [k m] is modulo t and
/// next to zero: in BFV k = Q and w = -1/t, so that it is Q m/t, rounded; in BGV both are 1.
class Context {
 public:
  /// Throws invalid_argument if t and Q have a common factor.
  Context(Scheme of, const KeySpace& from_keys, const PlaintextSpace& from_plaintexts);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  virtual ~Context() = default;

  Scheme scheme;
  KeySpace key_space;
  PlaintextSpace plaintext_space;
  std::shared_ptr<const KeyTables> keys;
  std::shared_ptr<const PlaintextTables> plaintexts;
  Literal literal;  ///< of the key space, with t
  NoiseModel noise;
  Fingerprint fingerprint;
  ///@{
  /// The error factor and its inverse, and w.
  RingFactor error_factor, inverse_error_factor, message_scalar;
  ///@}
  /// An integer error factor over P, modulo the primes of Q; 1/P where it is a polynomial.
  RnsScalar<DynamicRing> factor_over_p;

  [[nodiscard]] std::size_t degree() const noexcept { return keys->degree(); }
  [[nodiscard]] std::size_t levels() const noexcept { return keys->levels.size(); }
  [[nodiscard]] const KeyLevel& level(std::size_t l) const noexcept { return keys->level(l); }
  /// k at a level.
  [[nodiscard]] const Natural& message_factor(std::size_t l) const noexcept {
    return message_factors_[l - 1];
  }
  /// The integer by which a switch from a level to the one below multiplies scale factors.
  [[nodiscard]] const Natural& scale_of_drop(std::size_t l) const noexcept {
    return scales_of_drop_[l - 1];
  }

  /// Makes all tables of operations at a level.
  virtual void make_ready(std::size_t l) const;

  /// The words of scratch memory that products need, besides the needs of both schemes.
  [[nodiscard]] virtual std::size_t product_words() const { return 0; }

 private:
  std::vector<Natural> message_factors_, scales_of_drop_;
};

/// Parameters in the words of an error: "BFV of degree 64, 4 primes and 1 special prime, t = 257".
[[nodiscard]] std::string describe(const Context& context);

}  // namespace lath::he
