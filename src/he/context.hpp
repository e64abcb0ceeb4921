// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "he/encryption/plaintext_rounding.hpp"
#include "he/noise/ring_geometry.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/he/literal.hpp"
#include "lath/ntt/powerful_basis.hpp"
#include "lath/random/discrete_gaussian.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he {

/// Where plaintexts are: in the highest bits of c0 + c1 s, or in the lowest. The numbers are those
/// that bytes begin with.
enum class Scheme : std::uint8_t { bfv = 1, bgv = 2 };

/// What belongs to one level: the first l primes of Q.
struct Level {
  LimbSet q;         ///< the limbs of Q
  DynamicRing ring;  ///< of ciphertexts
  double log2_q;     ///< of the product of the primes
  // Key switching.
  RnsScalar<DynamicRing> factor_over_p;  ///< the error factor over P
  std::vector<LimbSet> digits;           ///< the limbs of each digit
  std::vector<RowMap> raise;             ///< from a digit to the other limbs of Q P
  RowMap lower;                          ///< from P to Q: [x]
  // To the level below; at level 1 of no use.
  RowMap drop_last;                         ///< from the last prime to the others: [x]
  RnsScalar<DynamicRing> factor_over_last;  ///< the error factor over it, modulo the others
  std::uint64_t scale_of_drop;              ///< what it multiplies the factor of a ciphertext by
  // A plaintext m is w [k m] modulo Q, where [k m] is modulo t and next to zero. In BFV k = Q and w
  // = -1/t, so that it is Q m/t, rounded; in BGV both are 1.
  std::uint64_t message_factor;               ///< k
  RnsScalar<DynamicRing> message_scalar;      ///< w
  RowMap to_plaintext;                        ///< from x = c0 + c1 s to m, or to f m in BGV
  std::optional<PlaintextRounding> rounding;  ///< the same prime by prime, in BFV if precise
};

/// What parameters own. The chain has the primes of Q, the special ones, and as many auxiliary ones
/// as the scheme wants. All errors are multiples of the error factor: 1 in BFV, and t in BGV, where
/// they must vanish modulo t. So a division of x by a modulus is f round((x/f) / modulus), and what
/// it begins with is divided by the error factor f.
class Context {
 public:
  /// Throws invalid_argument as create_insecure() of the parameters does.
  Context(const Literal& from, Scheme of, std::size_t auxiliary_primes);

  Literal literal;  ///< as checked() returns it
  Scheme scheme;
  DynamicRing chain;
  CyclotomicIndex index;
  /// Of a ring that is no power of two: what errors are drawn as, and drawn modulo.
  std::optional<PowerfulBasis> powerful;
  RingGeometry geometry;
  Modulus t;
  VectorArithmetic<std::uint64_t> modulo_t;
  std::uint64_t error_factor;
  std::optional<DiscreteGaussian> gaussian;  ///< of errors, unless they are binomial
  LimbSet q, p;
  std::shared_ptr<Engine> engine;
  double log2_p;
  RowMap message_map;       ///< from t to Q: representatives in [0, t)
  RowMap fresh_map;         ///< from t to Q: own + w r for a residue r modulo t, see FreshMessage
  bool messages_are_small;  ///< whether t is at most every prime
  /// The error factor and its inverse modulo the primes of Q.
  RnsScalar<DynamicRing> error_factor_of_q, inverse_error_factor;
  std::vector<Level> levels;  ///< level l at index l - 1
  /// The rows for all limbs, and the words, that an operation takes as scratch memory.
  std::size_t workspace_rows, workspace_words;

  [[nodiscard]] std::size_t degree() const noexcept { return literal.degree; }
  [[nodiscard]] const Level& level(std::size_t l) const noexcept { return levels[l - 1]; }
  [[nodiscard]] DynamicRing key_ring() const { return chain.select(q | p); }
  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const;
  /// The product of the moduli of `limbs` modulo m.
  [[nodiscard]] std::uint64_t product(const LimbSet& limbs, const Modulus& m) const;
  [[nodiscard]] double log2_product(const LimbSet& limbs) const;

 private:
  [[nodiscard]] Level make_level(std::size_t primes) const;
  [[nodiscard]] RowMap plaintext_map(const LimbSet& of_q) const;
  [[nodiscard]] std::optional<PlaintextRounding> plaintext_rounding(const LimbSet& of_q) const;
};

/// A scalar from its residues, f(modulus).
template <class F>
RnsScalar<DynamicRing> scalar_of(const DynamicRing& ring, const F& f) {
  std::vector<std::uint64_t> residues;
  residues.reserve(ring.limbs());
  for (std::size_t i = 0; i < ring.limbs(); ++i) residues.push_back(f(ring.modulus(i)));
  return RnsScalar<DynamicRing>::from_residues(ring, residues);
}

}  // namespace lath::he
