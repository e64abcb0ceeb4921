// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "lath/arith/vector_arithmetic.hpp"
#include "lath/ring/ring.hpp"

/// @file
/// Operations applied limb by limb, with the limbs in parallel where that pays: transforms, copies,
/// and programs, which expressions become. They know rings and polynomials by their plans and rows,
/// so that they are compiled once for each size of words. Other headers declare further operations
/// of this kind.
namespace lath::detail {

/// The plans of a ring of any type.
template <ResidueWord Word>
struct Plans {
  const void* ring;
  std::size_t degree, limbs;
  const NttPlan<Word>& (*plan)(const void* ring, std::size_t limb);

  const NttPlan<Word>& operator[](std::size_t limb) const { return plan(ring, limb); }
};

template <Ring R>
Plans<typename R::Word> plans_of(const R& ring) noexcept {
  return {&ring, ring.degree(), ring.limbs(),
          [](const void* r, std::size_t limb) -> const NttPlan<typename R::Word>& {
            return static_cast<const R*>(r)->plan(limb);
          }};
}

/// The words of a polynomial of a ring of any type: a row for each limb, `stride` words apart.
template <class W>
struct Limbs {
  Plans<std::remove_const_t<W>> plans;
  W* words;
  std::size_t stride;

  [[nodiscard]] std::size_t size() const noexcept { return plans.limbs; }
  [[nodiscard]] std::size_t degree() const noexcept { return plans.degree; }
  [[nodiscard]] W* row(std::size_t limb) const noexcept { return words + limb * stride; }
};

/// The words of a polynomial. Throws invalid_argument if it was moved from.
template <class P>
auto limbs_of(P& poly) -> Limbs<std::remove_pointer_t<decltype(poly.limb(0).data())>> {
  return {plans_of(poly.ring()), poly.limb(0).data(), poly.stride()};
}

///@{
/// The function of NttPlan of this name on every limb; rows begin `stride` words apart.
template <class Word>
void forward(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept;
template <class Word>
void inverse(const Plans<Word>& plans, Word* a, std::size_t stride) noexcept;
template <class Word>
void convolve(const Plans<Word>& plans, Word* a, Word* b, std::size_t stride) noexcept;
template <class Word>
void convolve_transformed(const Plans<Word>& plans, Word* a, const Word* b,
                          std::size_t stride) noexcept;
///@}
///@{
/// The functions above for the limbs of a ring. A ring of one limb calls its plan only: one limb is
/// too short for anything else.
template <Ring R>
void forward(const R& ring, typename R::Word* a, std::size_t stride) noexcept {
  if (ring.limbs() == 1) return ring.plan(0).forward(a);
  forward(plans_of(ring), a, stride);
}
template <Ring R>
void inverse(const R& ring, typename R::Word* a, std::size_t stride) noexcept {
  if (ring.limbs() == 1) return ring.plan(0).inverse(a);
  inverse(plans_of(ring), a, stride);
}
///@}
/// VectorArithmetic::prepare() on every limb.
template <class Word>
void prepare(const Plans<Word>& plans, Word* quotients, const Word* b, std::size_t stride) noexcept;

///@{
/// The functions above on every limb of every polynomial of a batch. The threads share the limbs of
/// all polynomials together.
template <class Word>
void forward(std::span<const Limbs<Word>> batch);
template <class Word>
void inverse(std::span<const Limbs<Word>> batch);
/// a[i] and b[i] may be the same polynomial.
template <class Word>
void convolve(std::span<const Limbs<Word>> a, std::span<const Limbs<Word>> b);
///@}

/// Clears the words between the rows of a polynomial.
template <class Word>
void clear_gaps(Word* words, std::size_t limbs, std::size_t degree, std::size_t stride) noexcept;
/// Makes limb i of `out` a copy of limb sources[i] of `a`.
template <class Word>
void copy_limbs(const Limbs<Word>& out, const Limbs<const Word>& a,
                std::span<const std::size_t> sources) noexcept;

// Expressions become programs. The compiler turns an expression into a list of operations on
// vectors; run() does them for all limbs, in blocks that fit in the first-level cache.

/// The limits of a program. With 8 blocks every expression of up to 64 operands can be evaluated.
inline constexpr std::size_t kMaxBlocks = 8, kMaxOperands = 64;

/// Where a step writes: the result of the program, or a block of scratch memory (-1, -2, ...).
inline constexpr int kResult = 0;

/// An operation of a program. Its operands are operands of the program (0, 1, ...) or blocks of
/// scratch memory (-1, -2, ...).
struct Step {
  Operation operation;
  std::int16_t out;
  std::uint8_t count;
  std::array<std::int16_t, 5> operands;
};

/// Operations in the order in which they are done; the last one writes the result.
struct Program {
  const Step* steps;
  std::size_t count;
  std::size_t blocks;    ///< of scratch memory
  std::size_t operands;  ///< of the program
  bool has_integer;      ///< whether an operand is an integer
  bool wipes;            ///< whether scratch memory is overwritten at the end
};

/// An operand of a program: one row for each limb, `stride` words apart; or, if `words` is null, an
/// integer as a scalar.
template <ResidueWord Word>
struct ProgramOperand {
  const Word* words;
  std::size_t stride;
  std::uint64_t magnitude = 0;
  bool negative = false;
};

/// Runs a program on all limbs, the limbs side by side where that pays. `out` may be an operand.
template <class Word>
void run(const Program& program, const Limbs<Word>& out,
         const ProgramOperand<Word>* operands) noexcept;

}  // namespace lath::detail
