// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/he/literal.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/scalar.hpp"

namespace lath::he {

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
};

/// What the parameters of every scheme own. The chain has the primes of Q, the special ones, and as
/// many auxiliary ones as the scheme wants.
class Context {
 public:
  /// All errors are multiples of the error factor f, `errors_by`: 1, or t where they must vanish
  /// modulo t. So a division of x by a modulus is f round((x/f) / modulus), and what it begins with
  /// is divided by f. Throws invalid_argument as create_insecure() of the parameters does.
  Context(const Literal& from, std::size_t auxiliary_primes, std::uint64_t errors_by);

  Literal literal;
  DynamicRing chain;
  Modulus t;
  VectorArithmetic<std::uint64_t> modulo_t;
  std::uint64_t error_factor;
  LimbSet q, p;
  std::shared_ptr<Engine> engine;
  double log2_p;
  std::vector<Level> levels;  ///< level l at index l - 1

  [[nodiscard]] std::size_t degree() const noexcept { return literal.degree; }
  [[nodiscard]] const Level& level(std::size_t l) const noexcept { return levels[l - 1]; }
  [[nodiscard]] DynamicRing key_ring() const { return chain.select(q | p); }
  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const;
  /// The product of the moduli of `limbs` modulo m.
  [[nodiscard]] std::uint64_t product(const LimbSet& limbs, const Modulus& m) const;
  [[nodiscard]] double log2_product(const LimbSet& limbs) const;

 private:
  [[nodiscard]] Level make_level(std::size_t primes) const;
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
