// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

#include "lath/base/error.hpp"
#include "lath/he/core/access.hpp"
#include "lath/he/literal.hpp"
#include "lath/ring/dynamic_ring.hpp"

namespace lath::he {

class KeyTables;

/// The setting that keys depend on: the ring, the primes of Q, the special primes, the digits of a
/// key switch, and the errors, but neither plaintexts nor a scheme. One secret key, one public key,
/// one relinearisation key and one set of Galois keys serve all parameters that share a key space:
///
///     const auto p = he::bfv::Parameters::create(literal);
///     const auto q = p.with_plaintexts(he::PlaintextSpace::integer(40961));
///     const auto r = he::bgv::Parameters::create(p.key_space(), p.plaintext_space());
///
/// Immutable, cheap to copy, safe to share between threads. It owns the rings, the engine, and the
/// tables of key switches, which are made when they are first needed.
class KeySpace {
 public:
  ///@{
  /// Cheap to copy; a moved-from object stays valid.
  KeySpace(const KeySpace&) = default;
  KeySpace& operator=(const KeySpace&) = default;
  ///@}
  ~KeySpace() = default;

  ///@{
  /// The key space that `literal` describes, whose plaintext modulus makes no difference. Throws
  /// invalid_argument, naming the value found and the requirement, if a field is out of its range,
  /// or if log2(Q P) exceeds largest_modulus_bits() of the security that it asks for.
  static KeySpace create(const Literal& literal);
  /// As create(), but without regard to security: for tests and studies.
  static KeySpace create_insecure(const Literal& literal);
  ///@}

  /// n.
  [[nodiscard]] std::size_t degree() const noexcept;
  /// The number of primes of Q.
  [[nodiscard]] std::size_t levels() const noexcept;
  /// The number of digits of a key switch at the highest level.
  [[nodiscard]] std::size_t digits() const noexcept;
  /// The ring of the ciphertexts of a level from 1 to levels(), which is not checked.
  [[nodiscard]] const DynamicRing& ring(std::size_t level) const& noexcept;
  const DynamicRing& ring(std::size_t level) const&& = delete;  // the key space is a temporary
  /// The ring of keys: the primes of Q and the special primes. Plans their transforms.
  [[nodiscard]] DynamicRing key_ring() const;

  /// Whether keys of one are keys of the other: ring, primes, digits and errors are equal.
  friend bool operator==(const KeySpace& a, const KeySpace& b) noexcept;

 private:
  friend class Access;
  explicit KeySpace(std::shared_ptr<const KeyTables> tables) noexcept
      : tables_(std::move(tables)) {}

  std::shared_ptr<const KeyTables> tables_;
};

}  // namespace lath::he
