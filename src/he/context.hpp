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
  LimbSet q, r;      ///< the limbs of Q, and as many of R
  DynamicRing ring;  ///< of ciphertexts
  double log2_q;     ///< of the product of the primes
  RnsScalar<DynamicRing> inverse_of_p, minus_inverse_of_t;
  Scalar<std::uint64_t> q_mod_t;  ///< Q modulo t
  // Key switching.
  std::vector<LimbSet> digits;   ///< the limbs of each digit
  std::vector<RowMap> raise;     ///< from a digit to the other limbs of Q P
  RowMap lower, lower_with_own;  ///< from P to Q: [x], and [x] - P own
  // To the level below; at level 1 of no use.
  RowMap drop_last;                        ///< from the last prime to the others
  RnsScalar<DynamicRing> inverse_of_last;  ///< modulo the others
  // BFV.
  RowMap to_plaintext;    ///< round(t x / Q) mod t
  RowMap extend, reduce;  ///< representatives, from Q to R and from R to Q
  RowMap shrink;          ///< round(R x / Q) mod R
  RowMap scale;           ///< round(t x / R) mod Q
};

/// Everything that parameters own. The chain has the primes of Q, the special ones, and an
/// auxiliary base R of as many primes as Q, in which products are computed.
class Context {
 public:
  /// Throws invalid_argument as Parameters::create_insecure() does.
  explicit Context(const Literal& literal);

  Literal literal;
  DynamicRing chain;
  Modulus t;
  VectorArithmetic<std::uint64_t> modulo_t;
  LimbSet q, p, r;
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

}  // namespace lath::he
