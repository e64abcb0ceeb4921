// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/arith/modulus.hpp"
#include "lath/arith/word.hpp"

namespace lath {

/// Which integer stands for a class modulo Q: the one in [0, Q), or the one in (-Q/2, Q/2].
enum class Representative { nonnegative, centered };

/// Pairwise coprime moduli q_1 ... q_k with the tables of the Chinese remainder theorem for their
/// product Q: an immutable object, cheap to copy, safe to share between threads.
///
/// Integers are strings of 64-bit words, least significant first; negative ones are two's
/// complements. Residues stand limb after limb, `stride` words from the start of one limb to that
/// of the next, `count` residues in each. Everything is constant time in integers and residues.
class RnsBasis {
 public:
  /// The basis of these moduli. Throws invalid_argument where there is none, or where two have a
  /// common factor. Costs 2 k^2 modular products and about one product of integers as long as Q;
  /// keeps about log2(k) / 4 times the words of Q.
  static RnsBasis create(std::span<const Modulus> moduli);

  /// The number of moduli, k.
  [[nodiscard]] std::size_t size() const noexcept;
  [[nodiscard]] const Modulus& modulus(std::size_t i) const noexcept;
  /// Q, its length in bits and in words; either representative of a class takes that many words.
  [[nodiscard]] std::span<const std::uint64_t> product() const noexcept;
  [[nodiscard]] std::size_t bits() const noexcept;
  [[nodiscard]] std::size_t words() const noexcept;
  /// Q / q_i, in words() words; one division of Q by a word.
  [[nodiscard]] std::vector<std::uint64_t> punctured_product(std::size_t i) const;
  /// (Q / q_i)^-1 mod q_i.
  [[nodiscard]] std::uint64_t punctured_inverse(std::size_t i) const noexcept;

  /// The integers with these residues, words() words each: X = sum_i y_i Q/q_i - floor(sum_i
  /// y_i/q_i) Q with y_i = x_i (Q/q_i)^-1 mod q_i. The sum is formed along a tree of products
  /// (J. von zur Gathen, J. Gerhard, Modern Computer Algebra, section 10.3), with Karatsuba
  /// products: (words())^1.58 word products an integer for many limbs.
  template <ResidueWord Word>
  void lift(std::uint64_t* out, const Word* residues, std::size_t stride, std::size_t count,
            Representative representative) const;

  /// The residues of `count` integers of `size` words each, of any size, read as unsigned words or
  /// as two's complements (Representative::centered). k size word products an integer.
  template <ResidueWord Word>
  void reduce(Word* residues, std::size_t stride, const std::uint64_t* integers, std::size_t size,
              std::size_t count, Representative representative) const;

 private:
  struct State;
  explicit RnsBasis(std::shared_ptr<const State> state) noexcept;
  void settle(std::uint64_t* integer, std::uint64_t* sum, std::uint64_t quotient,
              Representative representative) const noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
