// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/base/work.hpp"
#include "lath/he/core/key_space.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise/noise_model.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"
#include "lath/ring/dynamic_ring.hpp"

namespace lath::he {

class Context;

/// The base of the parameters of all schemes: keys, plaintexts and encoders need no more. A program
/// makes bfv::Parameters or bgv::Parameters: a key space, a plaintext space, and how the scheme
/// joins them. Checked once, immutable, cheap to copy, safe to share between threads. They own the
/// rings and all tables.
///
/// Any object that was made with them - a key, plaintext, ciphertext, encryptor, decryptor or
/// workspace - is empty after it was moved from: it can be assigned to, copied and destroyed. Using
/// a moved-from object as an operand throws mismatch; its own functions and to_bytes() throw
/// invalid_argument. Encoders, evaluators and makers of keys have no contents: moving copies them.
class SchemeParameters {
 public:
  /// The literal that the parameters were made from; recommended() gives a literal, too.
  [[nodiscard]] const Literal& literal() const& noexcept;
  const Literal& literal() const&& = delete;  // the parameters are a temporary: give them a name
  /// n.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// t.
  [[nodiscard]] const Natural& plaintext_modulus() const& noexcept;
  const Natural& plaintext_modulus() const&& = delete;  // parameters: a temporary
  /// The number of primes of Q: the level of a fresh ciphertext.
  [[nodiscard]] std::size_t levels() const noexcept;
  /// The ring of the ciphertexts of a level from 1 to levels(), which is not checked.
  [[nodiscard]] const DynamicRing& ring(std::size_t level) const& noexcept;
  const DynamicRing& ring(std::size_t level) const&& = delete;  // parameters: a temporary
  /// The ring of keys: the primes of Q and the special primes.
  [[nodiscard]] DynamicRing key_ring() const;
  /// The number of digits of a key switch at the highest level.
  [[nodiscard]] std::size_t digits() const noexcept;
  ///@{
  /// The logarithms of Q at a level, and of Q P.
  [[nodiscard]] double log2_q(std::size_t level) const noexcept;
  [[nodiscard]] double log2_qp() const noexcept;
  ///@}
  /// The bounds on noise, as NoiseModel::create() of the literal makes them.
  [[nodiscard]] const NoiseModel& noise() const& noexcept;
  const NoiseModel& noise() const&& = delete;  // the parameters are a temporary: give them a name
  /// Makes all tables at once that operations make when they first need them: the transforms of all
  /// primes, and the maps of key switches, level switches, products and decryption at every level.
  /// For programs that cannot wait later, or that want to see how long the tables of long chains
  /// take. The work counts primes, with the special and the auxiliary ones, and then levels. Throws
  /// cancelled after a stop request; tables that are made stay.
  void make_ready(const Work& work = {}) const;

  /// The key space, which all parameters share that with_plaintexts() made of one.
  [[nodiscard]] KeySpace key_space() const noexcept;
  /// The plaintext space.
  [[nodiscard]] PlaintextSpace plaintext_space() const;
  /// Whether scheme, key space and plaintexts are equal: objects of one are objects of the other.
  friend bool operator==(const SchemeParameters& a, const SchemeParameters& b) noexcept {
    return a.context_ == b.context_ || equal(a, b);
  }

  ///@cond
  [[nodiscard]] const std::shared_ptr<const Context>& context() const& noexcept { return context_; }
  [[nodiscard]] const std::shared_ptr<const PlaintextTables>& plaintexts() const& noexcept;
  ///@endcond

 protected:
  ///@cond
  // Copied and assigned only as the parameters of one scheme.
  SchemeParameters(const SchemeParameters&) noexcept = default;
  SchemeParameters& operator=(const SchemeParameters&) noexcept = default;
  explicit SchemeParameters(std::shared_ptr<const Context> context) noexcept
      : context_(std::move(context)) {}
  ~SchemeParameters() = default;
  ///@endcond

 private:
  static bool equal(const SchemeParameters& a, const SchemeParameters& b) noexcept;

  std::shared_ptr<const Context> context_;
};

}  // namespace lath::he
