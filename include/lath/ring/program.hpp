// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "lath/arith/vector_arithmetic.hpp"
#include "lath/ring/limbwise.hpp"

/// @file
/// Programs: what expressions become. The compiler turns an expression into a list of operations on
/// vectors; one function of the library runs it over all limbs, in blocks that fit in the
/// first-level cache.
namespace lath::detail {

/// The limits of a program. With 8 blocks every expression of up to 64 operands can be evaluated.
inline constexpr std::size_t kMaxBlocks = 8, kMaxOperands = 64;

/// Where a step writes: the result of the program, or a block of scratch memory (-1, -2, ...).
inline constexpr int kResult = 0;

/// An operation of a program. Operands are those of the program (0, 1, ...) or blocks of scratch
/// memory (-1, -2, ...).
struct Step {
  Operation operation;
  std::int8_t out;
  std::uint8_t count;
  std::array<std::int8_t, 5> operands;
};

/// Operations in the order in which they are done; the last one writes the result.
struct Program {
  const Step* steps;
  std::size_t count;
  std::size_t blocks;    ///< of scratch memory
  std::size_t operands;  ///< of the program
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

/// Runs a program on all limbs, the limbs side by side where that pays. `out` has rows of `degree`
/// words, `stride` words apart, and may be an operand.
template <ResidueWord Word>
void run(const Program& program, const Plans<Word>& plans, std::size_t degree, Word* out,
         std::size_t stride, const ProgramOperand<Word>* operands) noexcept;

extern template void run(const Program&, const Plans<std::uint16_t>&, std::size_t, std::uint16_t*,
                         std::size_t, const ProgramOperand<std::uint16_t>*) noexcept;
extern template void run(const Program&, const Plans<std::uint32_t>&, std::size_t, std::uint32_t*,
                         std::size_t, const ProgramOperand<std::uint32_t>*) noexcept;
extern template void run(const Program&, const Plans<std::uint64_t>&, std::size_t, std::uint64_t*,
                         std::size_t, const ProgramOperand<std::uint64_t>*) noexcept;

}  // namespace lath::detail
