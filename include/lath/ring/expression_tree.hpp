// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>

#include "lath/base/secret.hpp"
#include "lath/ring/limbwise.hpp"
#include "lath/ring/ring.hpp"

/// @file
/// Expressions as trees: operations with polynomials, scalars and other operations as operands. The
/// compiler turns a tree into a program.
namespace lath {

template <Ring R, class Form, class Storage>
class Poly;

namespace detail {

/// A polynomial as an operand.
template <Ring R, class FormOf, class StorageOf>
struct Leaf {
  using RingOf = R;
  using Form = FormOf;
  using Storage = StorageOf;
  static constexpr std::size_t kSteps = 0, kInnerBlocks = 0, kLeaves = 1;
  static constexpr bool kHasInteger = false;

  const Poly<R, Form, Storage>* poly;

  const R& ring() const noexcept { return poly->ring(); }
  void collect(ProgramOperand<typename R::Word>*& next) const noexcept {
    *next++ = {poly->limb(0).data(), poly->stride()};
  }
};

/// Rows of words that are no polynomial: the quotients of a prepared factor, or the scalars of all
/// limbs.
template <Ring R, class FormOf, class StorageOf>
struct RowOperand {
  using RingOf = R;
  using Form = FormOf;
  using Storage = StorageOf;
  static constexpr std::size_t kSteps = 0, kInnerBlocks = 0, kLeaves = 1;
  static constexpr bool kHasInteger = false;

  const typename R::Word* words;
  std::size_t stride;

  void collect(ProgramOperand<typename R::Word>*& next) const noexcept {
    *next++ = {words, stride};
  }
};

/// The integers that multiply polynomials: of at most 64 bits, and no truth values or characters.
template <class I>
concept IntegerFactor = std::integral<I> && !std::same_as<I, bool> && !std::same_as<I, char> &&
                        sizeof(I) <= sizeof(std::uint64_t);

/// An integer that multiplies polynomials.
template <Ring R>
struct Integer {
  using RingOf = R;
  using Storage = Public;
  static constexpr std::size_t kSteps = 0, kInnerBlocks = 0, kLeaves = 1;
  static constexpr bool kHasInteger = true;

  std::uint64_t magnitude;
  bool negative;

  template <std::integral I>
  explicit constexpr Integer(I value) noexcept
      : magnitude(value < 0 ? 0 - static_cast<std::uint64_t>(value)
                            : static_cast<std::uint64_t>(value)),
        negative(value < 0) {}
  void collect(ProgramOperand<typename R::Word>*& next) const noexcept {
    *next++ = {nullptr, 0, magnitude, negative};
  }
};

/// How the operand of a node is computed: where its leaves begin, and how many steps and blocks it
/// needs.
struct Child {
  void (*emit)(Step*& next, int leaf, int free, int out);
  std::size_t steps, blocks;
  int leaf;
  std::size_t place;  ///< among the operands
};
/// The operands that are nodes, the one that needs the most memory first: then the least is needed
/// in all (R. Sethi, J. D. Ullman, 1970).
template <class... Operands>
constexpr auto children_of() {
  std::array<Child, sizeof...(Operands)> children{};
  std::size_t place = 0;
  int leaf = 0;
  const auto append = [&]<class Operand>(const Operand*) {
    children[place] = {nullptr, Operand::kSteps, Operand::kInnerBlocks, leaf, place};
    if constexpr (Operand::kSteps != 0) children[place].emit = &Operand::emit;
    leaf += static_cast<int>(Operand::kLeaves);
    ++place;
  };
  (append(static_cast<const Operands*>(nullptr)), ...);
  std::sort(children.begin(), children.end(), [](const Child& a, const Child& b) {
    return a.blocks != b.blocks ? a.blocks > b.blocks : a.place < b.place;
  });
  return children;
}
/// Blocks of scratch memory for the operands, `held` of which are taken already. Operands that are
/// nodes take one each for their results, besides the blocks that they need themselves.
template <class... Operands>
constexpr std::size_t blocks_of(std::size_t held) {
  std::size_t needed = 0;
  for (const Child& child : children_of<Operands...>()) {
    if (child.steps != 0) needed = std::max(needed, held++ + child.blocks);
  }
  return needed;
}

/// An operation applied to operands that are leaves or nodes.
template <Operation kOperationOf, class FormOf, class First, class... Rest>
struct Node {
  using RingOf = typename First::RingOf;
  using Word = typename RingOf::Word;
  using Form = FormOf;
  using Storage =
      std::conditional_t<(First::Storage::kWipes || ... || Rest::Storage::kWipes), Secret, Public>;
  static constexpr std::size_t kSteps = ((1 + First::kSteps) + ... + Rest::kSteps);
  static constexpr std::size_t kLeaves = (First::kLeaves + ... + Rest::kLeaves);
  static constexpr bool kHasInteger = (First::kHasInteger || ... || Rest::kHasInteger);
  /// Blocks of scratch memory. The first operand that is a node takes the block for the result of
  /// this node, if there is one: the memory of the whole result may be an operand and is not
  /// written before the end.
  static constexpr std::size_t kInnerBlocks = blocks_of<First, Rest...>(0);
  static constexpr std::size_t kBlocks = blocks_of<First, Rest...>(1);

  std::tuple<First, Rest...> operands;

  const RingOf& ring() const noexcept { return std::get<0>(operands).ring(); }
  /// Appends the operands that are leaves.
  void collect(ProgramOperand<Word>*& next) const noexcept {
    std::apply([&](const auto&... operand) { (operand.collect(next), ...); }, operands);
  }

  /// Appends the steps of this node and of the nodes below it. `leaf`: the first leaf below it;
  /// `free`: the first free block.
  static constexpr void emit(Step*& next, int leaf, int free, int out) {
    Step step{kOperationOf, static_cast<std::int16_t>(out), 1 + sizeof...(Rest), {}};
    bool has_block = out != kResult;
    for (const Child& child : children_of<First, Rest...>()) {
      int place = leaf + child.leaf;
      if (child.steps != 0) {
        place = has_block ? out : -1 - free++;
        has_block = false;
        child.emit(next, leaf + child.leaf, free, place);
      }
      step.operands[child.place] = static_cast<std::int16_t>(place);
    }
    *next++ = step;
  }
};

/// The operations of a tree, known at compile time.
template <class Tree>
constexpr std::array<Step, Tree::kSteps> steps_of() {
  std::array<Step, Tree::kSteps> steps{};
  Step* next = steps.data();
  Tree::emit(next, 0, 0, kResult);
  return steps;
}

}  // namespace detail

}  // namespace lath
