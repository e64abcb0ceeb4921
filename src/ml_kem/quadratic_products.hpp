// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/cpu.hpp"
#include "lath/ntt/ntt_plan.hpp"

namespace lath::detail {

/// Inner products of vectors of transformed polynomials modulo a 12-bit prime p, for plans that
/// skip one layer: words 2 j and 2 j + 1 are a polynomial modulo x^2 - zeta_j. One factor of each
/// product is prepared, for several inner products. Sums are reduced once, at the end. All of it is
/// constant time.
class QuadraticProducts {
 public:
  using Word = std::uint16_t;

  /// Polynomials in a vector, at most: 2 kMaxRank p^2 / 2^16 + p / 2 must be below p.
  static constexpr std::size_t kMaxRank = 4;

  /// For the degree, a multiple of 16, and modulus of `plan`, on an instruction set.
  QuadraticProducts(Isa isa, const NttPlan<Word>& plan);

  /// Words of a prepared polynomial, whose meaning is the instruction set's own.
  [[nodiscard]] std::size_t prepared_words() const noexcept { return 2 * factors_.zetas.size(); }

  /// Prepares a polynomial of canonical words.
  void prepare(Word* prepared, const Word* b) const noexcept;

  /// out = the sum of a_k b_k, k < rank, canonical: a_k at a + k stride, b_k prepared, one behind
  /// the other.
  void inner_product(Word* out, const Word* a, std::size_t stride, const Word* prepared,
                     std::size_t rank) const noexcept;

  /// The factors that prepare words: r = 2^32 mod p, since both products divide by 2^16, and, at
  /// odd places, r zeta_j, centered, and these over p modulo 2^16. The reference has r = 1 and
  /// canonical words.
  struct Factors {
    Word p, inverse;  // 1 / p modulo 2^16
    Word r, r_over_p;
    Buffer<Word> zetas, zetas_over_p;
  };

 private:
  Isa isa_;
  Modulus modulus_;
  Factors factors_;
};

}  // namespace lath::detail
