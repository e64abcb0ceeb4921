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

/// The integer that represents a residue class modulo Q.
enum class Representative {
  nonnegative,  ///< the one in [0, Q)
  centered,     ///< the one in (-Q/2, Q/2]
};

/// Pairwise coprime moduli q_1 ... q_k with the tables of the Chinese remainder theorem (CRT) for
/// their product Q. Immutable, cheap to copy, safe to share between threads.
///
/// Integers are arrays of 64-bit words, least significant first; negative ones are two's
/// complements. Residues are stored limb after limb, `count` of them in each; the starts of two
/// limbs are `stride` words apart. Everything is constant time in integers and residues.
class RnsBasis {
 public:
  ///@{
  /// Copies share the tables. A moved-from object keeps its moduli.
  RnsBasis(const RnsBasis&) noexcept = default;
  RnsBasis& operator=(const RnsBasis&) noexcept = default;
  ///@}
  ~RnsBasis() = default;

  /// The basis of these moduli. Throws invalid_argument if there are none or if two have a common
  /// factor. Costs 2 k^2 modular products and about one product of integers as long as Q; holds
  /// about log2(k) / 4 times the words of Q.
  static RnsBasis create(std::span<const Modulus> moduli);

  /// The number of moduli, k.
  [[nodiscard]] std::size_t size() const noexcept;
  /// Modulus i < size().
  [[nodiscard]] const Modulus& modulus(std::size_t i) const& noexcept;
  const Modulus& modulus(std::size_t i) const&& = delete;  // the basis is a temporary: name it
  ///@{
  /// All moduli, also where a function takes moduli.
  [[nodiscard]] std::span<const Modulus> moduli() const& noexcept;
  std::span<const Modulus> moduli() const&& = delete;  // the basis is a temporary: give it a name
  // NOLINTNEXTLINE(google-explicit-constructor): a basis is its moduli, and more
  operator std::span<const Modulus>() const noexcept { return moduli_of(*this); }
  ///@}
  /// Q, in words() words.
  [[nodiscard]] std::span<const std::uint64_t> product() const& noexcept;
  std::span<const std::uint64_t> product() const&& = delete;  // the basis is a temporary: name it
  /// The length of Q in bits.
  [[nodiscard]] std::size_t bits() const noexcept;
  /// The length of Q in words. Every representative of a class, of either kind, fits in as many.
  [[nodiscard]] std::size_t words() const noexcept;
  /// Q / q_i, in words() words. Takes one division of Q by a word.
  [[nodiscard]] std::vector<std::uint64_t> punctured_product(std::size_t i) const;
  /// (Q / q_i)^-1 mod q_i.
  [[nodiscard]] std::uint64_t punctured_inverse(std::size_t i) const noexcept;

  /// The integers with these residues, words() words each:
  /// X = sum_i y_i (Q/q_i) - floor(sum_i y_i/q_i) Q with y_i = x_i (Q/q_i)^-1 mod q_i. The sum is
  /// formed along a product tree (J. von zur Gathen, J. Gerhard, Modern Computer Algebra, section
  /// 10.3) with Karatsuba products: for many limbs, (words())^1.58 word products per integer.
  template <ResidueWord Word>
  void lift(std::uint64_t* out, const Word* residues, std::size_t stride, std::size_t count,
            Representative representative) const {
    lift_words(out, residues, stride, count, representative);
  }

  /// The residues of `count` integers of `size` words each. The words are read as unsigned
  /// integers, or as two's complements (Representative::centered), and may be of any size. k size
  /// word products per integer.
  template <ResidueWord Word>
  void reduce(Word* residues, std::size_t stride, const std::uint64_t* integers, std::size_t size,
              std::size_t count, Representative representative) const {
    reduce_words(residues, stride, integers, size, count, representative);
  }

 private:
  struct State;
  explicit RnsBasis(std::shared_ptr<const State> state) noexcept;
  static std::span<const Modulus> moduli_of(const RnsBasis& basis) noexcept {
    return basis.moduli();
  }
  template <class Word>
  void lift_words(std::uint64_t* out, const Word* residues, std::size_t stride, std::size_t count,
                  Representative representative) const;
  template <class Word>
  void reduce_words(Word* residues, std::size_t stride, const std::uint64_t* integers,
                    std::size_t size, std::size_t count, Representative representative) const;
  void partial_reduce(std::uint64_t* integer, std::uint64_t* sum, std::uint64_t quotient,
                      Representative representative) const noexcept;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
