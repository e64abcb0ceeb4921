// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/arith/word.hpp"
#include "lath/rns/rns_basis.hpp"

namespace lath {

/// The integer that a base conversion passes on for x in [0, Q), which is given modulo k moduli.
enum class Conversion {
  /// x + u Q for some integer u in [0, k): no quotient is computed
  /// (J.-C. Bajard, J. Eynard, M. A. Hasan, V. Zucca, SAC 2016, section 2.3).
  fast,
  /// x itself if x < Q (1 - k / 2^64); for the few larger ones, x or x - Q.
  nonnegative,
  /// The representative of x in (-Q/2, Q/2] if that is at least -Q (1/2 - k / 2^64); for the few
  /// smaller ones, the representative or x, which is then less than Q (1/2 + k / 2^64). Half of an
  /// even Q may become -Q/2.
  centered,
};

/// Converts residues from a basis with product Q to a basis B without integers in between.
/// Immutable, cheap to copy, safe to share between threads.
///
/// With y_i = x_i (Q/q_i)^-1 mod q_i it computes sum_i y_i (Q/q_i) - alpha Q modulo each modulus of
/// B, where alpha is 0 (fast), floor(sum_i y_i / q_i) (nonnegative) or floor(sum_i y_i / q_i + 1/2)
/// (centered); see S. Halevi, Y. Polyakov, V. Shoup, CT-RSA 2019, section 2.2. The fractions y_i /
/// q_i are rounded down to 64 bits and added as integers. Their sum is less than k / 2^64 too
/// small, which gives the bounds above, and depends neither on the machine nor on the order of
/// summation. Constant time in the residues.
class BaseConversion {
 public:
  ///@{
  /// Copies share the tables. A moved-from object keeps its tables.
  BaseConversion(const BaseConversion&) noexcept = default;
  BaseConversion& operator=(const BaseConversion&) noexcept = default;
  ///@}
  ~BaseConversion() = default;

  /// The conversion between two bases. Takes two words per pair of moduli, made from one
  /// product of some Q/q_i by a word.
  static BaseConversion create(const RnsBasis& from, const RnsBasis& to);

  /// The basis of the input.
  [[nodiscard]] const RnsBasis& from() const& noexcept;
  const RnsBasis& from() const&& = delete;  // the conversion is a temporary: give it a name
  /// The basis of the output.
  [[nodiscard]] const RnsBasis& to() const& noexcept;
  const RnsBasis& to() const&& = delete;  // the conversion is a temporary: give it a name

  /// Converts `count` residues in each limb; the starts of two limbs are `out_stride` words
  /// apart in `out` and `in_stride` in `in`, which do not overlap. Takes one word product per pair
  /// of moduli and residue and one reduction per residue of the result and six moduli or more, in
  /// blocks that stay in the cache.
  template <ResidueWord Word>
  void convert(Word* out, std::size_t out_stride, const Word* in, std::size_t in_stride,
               std::size_t count, Conversion conversion) const {
    convert_words(out, out_stride, in, in_stride, count, conversion);
  }
  /// Converts residues to rows anywhere, one address for each modulus of to(), otherwise as above.
  template <ResidueWord Word>
  void convert(std::span<Word* const> out, const Word* in, std::size_t in_stride, std::size_t count,
               Conversion conversion) const {
    convert_words(out, in, in_stride, count, conversion);
  }

 private:
  struct State;
  explicit BaseConversion(std::shared_ptr<const State> state) noexcept;
  template <class Word>
  void convert_words(Word* out, std::size_t out_stride, const Word* in, std::size_t in_stride,
                     std::size_t count, Conversion conversion) const;
  template <class Word>
  void convert_words(std::span<Word* const> out, const Word* in, std::size_t in_stride,
                     std::size_t count, Conversion conversion) const;

  std::shared_ptr<const State> state_;
};

}  // namespace lath
