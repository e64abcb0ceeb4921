// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "lath/arith/number_form.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ntt/slot_map.hpp"

namespace lath {

/// The largest degree that transforms are made for.
inline constexpr std::size_t kMaxDegree = std::size_t{1} << 20;

/// Two factors of a product: arrays of degree() words each.
template <ResidueWord Word>
struct FactorPair {
  const Word* x;  ///< the first factor
  const Word* y;  ///< the second one
};
/// The form in which a factor is given.
enum class FactorForm {
  factors,  ///< the words that forward_factor() leaves
  values,   ///< the words that forward() leaves
};

/// The transform of one ring Z_p[x]/(f): from coefficients to residues modulo the factors of f, and
/// back. An interface: NttPlan::create() makes the transforms of x^n + 1 and x^n - 1, and a program
/// may derive others, which polynomials then use in the same way. Immutable, safe to share between
/// threads.
///
/// All functions take and return canonical words, in [0, p), unless they say otherwise. Vectors
/// hold degree() words, aligned to a word. No function allocates.
template <ResidueWord Word>
class Transform {
 public:
  ///@{
  /// Objects are shared, not copied.
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;
  ///@}
  virtual ~Transform() = default;

  /// n: the number of words of a vector.
  [[nodiscard]] std::size_t degree() const noexcept { return degree_; }
  /// psi: the root of unity whose order is the index of slots().
  [[nodiscard]] Word root() const noexcept { return root_; }
  /// The map of slots: which value each slot of an evaluation form holds.
  [[nodiscard]] const SlotMap& slots() const noexcept { return slots_; }
  /// The arithmetic of evaluation forms; its sums serve coefficient forms, too.
  [[nodiscard]] const VectorArithmetic<Word>& arithmetic() const noexcept { return arithmetic_; }
  /// The kernel of the transforms; vectors may have another one.
  [[nodiscard]] virtual Kernel kernel() const noexcept { return arithmetic_.kernel(); }

  /// The transform in place, from coefficients to slots.
  virtual void forward(Word* a) const noexcept = 0;
  /// The inverse of forward(), in place.
  virtual void inverse(Word* a) const noexcept = 0;
  /// As forward(), but the results are in [0, 4p), congruent to the results of forward().
  virtual void forward_lazy(Word* a) const noexcept { forward(a); }
  /// As forward(), from `in` to `out`, which do not overlap or are equal.
  virtual void forward_from(Word* out, const Word* in) const noexcept {
    if (out != in) std::copy_n(in, degree_, out);
    forward(out);
  }
  /// As inverse(), from `in` to `out`, which do not overlap or are equal.
  virtual void inverse_from(Word* out, const Word* in) const noexcept {
    if (out != in) std::copy_n(in, degree_, out);
    inverse(out);
  }
  /// As forward_from(), for residues modulo another number q, 1 <= q <= 2p: `in` holds words in
  /// [0, q), and the transform modulo p takes their centered representatives, x for x <= q/2 and
  /// x - q for the others.
  virtual void forward_centered(Word* out, const Word* in, Word q) const noexcept {
    const Word p = arithmetic_.modulus(), half = q / 2;
    for (std::size_t i = 0; i < degree_; ++i) {
      // All operands are below half the range of a word, so the top bit says which one is larger.
      const Word above = ct::mask_of_top_bit(static_cast<Word>(half - in[i]));
      const auto residue = static_cast<Word>(in[i] + (above & static_cast<Word>(p - q)));
      out[i] = ct::subtract_once(residue, p);
    }
    forward(out);
  }
  /// As forward_from(), for the residues of integers of eight bits with a sign.
  virtual void forward_small(Word* out, const std::int8_t* in) const noexcept;
  /// forward(a), forward(b), multiply(a, a, b) and inverse(a) in one call. `b` is used as scratch
  /// memory. It may be `a`: that gives the square.
  virtual void convolve(Word* a, Word* b) const noexcept {
    if (b != a) forward(b);
    convolve_transformed(a, b);
  }
  /// As convolve(), with a `b` that forward() has transformed already. It stays unchanged and is
  /// not `a`.
  virtual void convolve_transformed(Word* a, const Word* b) const noexcept {
    forward(a);
    arithmetic_.multiply(a, a, b, degree_);
    inverse(a);
  }
  ///@{
  /// The two halves of products that share factors. forward_factor() is forward_from() up to words
  /// in an order and a range of the transform's own, which only inverse_products() of the same
  /// object reads: as inverse(), of the sum of one or two products x y. The y are factors, the x in
  /// the form `first`. `out` overlaps none of them.
  virtual void forward_factor(Word* out, const Word* in) const noexcept { forward_from(out, in); }
  virtual void inverse_products(Word* out, std::span<const FactorPair<Word>> pairs,
                                FactorForm /*first*/) const noexcept {
    arithmetic_.multiply(out, pairs[0].x, pairs[0].y, degree_);
    if (pairs.size() == 2) {
      arithmetic_.multiply_add(out, pairs[1].x, pairs[1].y, out, degree_);
    }
    inverse(out);
  }
  ///@}
  ///@{
  /// Whether forward_between() and forward_centered_doubles() exist: as forward_from() and
  /// forward_centered(), from and to numbers in double precision, which are in (-p, p). Numbers
  /// that they leave are in [0, p) or have magnitude at most p/2 (1 + 2^-49).
  [[nodiscard]] virtual bool takes_doubles() const noexcept { return false; }
  virtual void forward_between(Word* /*out*/, NumberForm /*out_form*/, const Word* /*in*/,
                               NumberForm /*in_form*/) const noexcept {}
  virtual void forward_centered_doubles(Word* /*out*/, const Word* /*in*/,
                                        Word /*q*/) const noexcept {}
  ///@}
  /// inverse_from() up to its last step where the transform knows numbers in double precision: says
  /// whether it left these, of at most p in magnitude, or words.
  [[nodiscard]] virtual NumberForm inverse_between(Word* out, const Word* in) const noexcept {
    inverse_from(out, in);
    return NumberForm::words;
  }

 protected:
  /// The degree is the number of words in all slots.
  Transform(const SlotMap& slots, Word root, const VectorArithmetic<Word>& arithmetic)
      : slots_(slots),
        arithmetic_(arithmetic),
        degree_(slots_.slots() * slots_.block()),
        root_(root) {}

 private:
  SlotMap slots_;
  VectorArithmetic<Word> arithmetic_;
  std::size_t degree_;
  Word root_;
};

extern template void Transform<std::uint16_t>::forward_small(std::uint16_t*,
                                                             const std::int8_t*) const noexcept;
extern template void Transform<std::uint32_t>::forward_small(std::uint32_t*,
                                                             const std::int8_t*) const noexcept;
extern template void Transform<std::uint64_t>::forward_small(std::uint64_t*,
                                                             const std::int8_t*) const noexcept;

}  // namespace lath
