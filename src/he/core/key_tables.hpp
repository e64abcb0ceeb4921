// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "he/core/chain_primes.hpp"
#include "he/core/errors.hpp"
#include "he/core/fingerprint.hpp"
#include "lath/he/literal.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/scalar.hpp"
#include "ring/once.hpp"

namespace lath::he {

/// The first l primes of Q.
struct KeyLevel {
  LimbSet q;           ///< their limbs
  DynamicRing ring;    ///< the ring of ciphertexts
  std::size_t digits;  ///< the number of digits of a key switch
};

/// A division by the primes that a level has and a lower one does not.
struct Drop {
  RowMap map;                      ///< from these primes to the primes of the lower level: [x]
  RnsScalar<DynamicRing> inverse;  ///< 1 over their product, modulo the primes of the lower level
};

/// The inside of a key space: all that keys and key switches depend on, and no plaintexts. The
/// chain has the primes of Q, the special ones, and auxiliary ones for products of BFV. Transforms
/// and maps are made when they are first needed.
class KeyTables {
 public:
  /// The tables of a literal that checked_key_space() returned, and of its primes.
  KeyTables(const Literal& whole, const ChainPrimes& primes);

  Literal literal;  ///< without a plaintext modulus
  CyclotomicIndex index;
  DynamicRing chain;
  ErrorDraws errors;
  LimbSet q, p, auxiliary;
  std::shared_ptr<Engine> engine;
  std::vector<KeyLevel> levels;  ///< level l at index l - 1
  /// Identifies all that keys depend on.
  Fingerprint fingerprint;

  [[nodiscard]] std::size_t degree() const noexcept { return literal.degree; }
  [[nodiscard]] const KeyLevel& level(std::size_t l) const noexcept { return levels[l - 1]; }
  [[nodiscard]] DynamicRing key_ring() const { return chain.select(q | p); }

  /// The limbs of digit d at level l.
  [[nodiscard]] LimbSet digit(std::size_t l, std::size_t d) const;
  ///@{
  /// The map from digit d of level l to the other limbs of Q P, and these limbs.
  [[nodiscard]] const RowMap& raise(std::size_t l, std::size_t d) const;
  [[nodiscard]] LimbSet raised(std::size_t l, std::size_t d) const;
  ///@}
  /// The map from P to Q: [x].
  [[nodiscard]] const RowMap& lower() const;
  /// The map from P to Q: [x] - P own.
  [[nodiscard]] const RowMap& lower_with_own() const;
  /// The division that leads from a level to a lower one, at most kMostDropped below.
  [[nodiscard]] const Drop& drop(std::size_t from, std::size_t to) const;

  /// Makes the maps of a key switch at a level, if nothing has yet. Whoever writes a result calls
  /// it first: nothing may fail afterwards.
  void make_ready(std::size_t l) const;

  /// The number of maps that are made so far.
  [[nodiscard]] std::size_t maps_made() const noexcept;

  /// The tables of the Chinese remainder theorem for these limbs.
  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const;
  /// The moduli of these limbs.
  [[nodiscard]] std::vector<Modulus> moduli(const LimbSet& limbs) const;
  /// The product of the moduli of `limbs` modulo m.
  [[nodiscard]] std::uint64_t product(const LimbSet& limbs, const Modulus& m) const;

 private:
  std::size_t digit_primes_;
  // By their last prime: the digits of all levels are prefixes of digits.
  std::vector<detail::Once<RowMap>> raise_;
  std::vector<detail::Once<Drop>> drops_;  // kMostDropped for each level
  detail::Once<RowMap> lower_, lower_with_own_;
};

/// A key space in the words of an error: "degree 64, 4 primes and 1 special prime".
[[nodiscard]] std::string describe(const KeyTables& keys);

/// Residues of a constant modulo the primes of a ring: f(modulus).
template <class F>
RnsScalar<DynamicRing> scalar_of(const DynamicRing& ring, const F& f) {
  std::vector<std::uint64_t> residues;
  residues.reserve(ring.limbs());
  for (std::size_t i = 0; i < ring.limbs(); ++i) residues.push_back(f(ring.modulus(i)));
  return RnsScalar<DynamicRing>::from_residues(ring, residues);
}

}  // namespace lath::he
