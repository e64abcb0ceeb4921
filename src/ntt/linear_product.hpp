// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/ntt/cyclotomic_index.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/ntt/sparse_reduction.hpp"

namespace lath::detail {

/// Products of polynomials modulo Phi_m, m odd, without the transforms of their own ring: as
/// polynomials in x of degree below phi(m), modulo (x^N + 1)(x^M - 1), N and M powers of two with N
/// + M > 2 phi(m) - 2. Between this form and the powerful basis words change places, and the sum of
/// x^i, i from 0 in steps of m/p, is 0 for each prime p of m. All primes of a ring share one
/// layout.
class LinearLayout {
 public:
  /// None unless m is odd and below 2^16, and ternary polynomials have 8 bits in the power basis.
  static std::optional<LinearLayout> create(const CyclotomicIndex& index);

  /// N and M.
  [[nodiscard]] std::size_t long_words() const noexcept { return long_; }
  [[nodiscard]] std::size_t short_words() const noexcept { return short_; }
  /// N + M: the words of a factor.
  [[nodiscard]] std::size_t words() const noexcept { return long_ + short_; }
  /// The words of a product on its way to the powerful basis: all below x^m, too.
  [[nodiscard]] std::size_t product_words() const noexcept;
  /// The words of scratch memory that finish() takes, and bytes that reduce_small() takes.
  [[nodiscard]] std::size_t finish_words() const noexcept { return longest_block_; }
  [[nodiscard]] std::size_t reduce_bytes() const noexcept;
  /// m 2N, which divides p - 1.
  [[nodiscard]] std::uint64_t root_order() const noexcept { return 2 * index_.value() * long_; }

  /// `u`, -1, 0 and 1 in the powerful basis, modulo x^N + 1 and modulo x^M - 1: words() integers.
  /// `scratch` has reduce_bytes(), aligned to two.
  void reduce_small(std::int8_t* out, const std::int8_t* u, std::byte* scratch) const noexcept;
  /// Reduces words modulo p in this way; for keys, since the function allocates.
  void reduce(std::uint64_t* out, const std::uint64_t* a,
              const VectorArithmetic<std::uint64_t>& arithmetic) const;
  /// `product`: product_words(), of which the first are the product modulo x^N + 1 and then modulo
  /// x^M - 1. out = this product + errors modulo Phi_m, in the powerful basis, for p > 128; the
  /// product becomes scratch.
  void finish(std::uint64_t* out, std::uint64_t* product, const std::int8_t* errors,
              std::uint64_t* scratch,
              const VectorArithmetic<std::uint64_t>& arithmetic) const noexcept;

 private:
  explicit LinearLayout(const CyclotomicIndex& index);
  [[nodiscard]] std::uint64_t largest_small() const;

  // Along the axis of p, words stand m/p apart; `outside` are the places of the words that no basis
  // element has, for each place below m/p.
  struct Outside {
    std::size_t prime;
    std::vector<std::uint16_t> places;
  };

  CyclotomicIndex index_;
  SparseReduction reduction_;
  std::size_t degree_, long_, short_, longest_block_ = 0;
  std::vector<std::uint16_t> powers_;  // of x, for each element of the powerful basis
  std::vector<Outside> outside_;
};

/// The transforms of these products modulo one prime.
class LinearProduct {
 public:
  using Word = std::uint64_t;

  /// `p` is 1 modulo layout.root_order().
  LinearProduct(const LinearLayout& layout, Word p);

  /// The transform of words that LinearLayout has reduced: words() each.
  void forward(Word* out, const std::int8_t* small) const noexcept;
  void forward(Word* a) const noexcept;
  /// The product of two transforms, as LinearLayout::finish() takes it.
  void multiply(Word* out, const Word* a, const Word* b) const noexcept;
  [[nodiscard]] const VectorArithmetic<Word>& arithmetic() const noexcept {
    return long_.arithmetic();
  }

 private:
  NttPlan<Word> long_, short_;
};

}  // namespace lath::detail
