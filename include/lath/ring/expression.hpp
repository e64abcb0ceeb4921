// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "lath/base/secret.hpp"
#include "lath/ring/expression_tree.hpp"
#include "lath/ring/ring.hpp"

/// @file
/// Sums and products of polynomials as expressions: `c = a * b + d` runs in one pass over blocks
/// that fit in the first-level cache, without polynomials in between. A product with a sum before
/// or after it is one kernel. Operators on polynomials return these types; programs do not name
/// them.
///
/// An expression refers to its operands. It becomes a polynomial where it stands: when it
/// initialises a Poly, is assigned to one, or is an argument of ntt, intt, prepare or declassify.
/// All of these take it by value, and it can be neither copied nor moved. So only the result of an
/// operator fits, never a variable: an expression that is kept (in a variable, `auto`, `auto&&` or
/// `const auto&`, a member, a capture of a lambda) cannot be used later; that does not compile,
/// with or without std::move. Temporary operands live until the end of the statement, long enough.
///
/// One gap remains, since C++ lets every function return a result of its own: a function whose
/// deduced return type is an expression, `auto f() { return a * b; }`. It is safe if the operands
/// outlive the call, like parameters that are references (std::plus<>, algorithms). It dangles if
/// they are local variables. Clang warns of that (-Wreturn-stack-address, on by default); GCC does
/// not. Functions that return a polynomial should name Poly as their return type.
namespace lath {

template <Ring R, class Form, class Storage>
class Poly;

namespace detail {
struct Access;
}

/// The result of an operator on polynomials: the operations to do, and references to the operands.
template <class Tree>
class [[nodiscard]] Expression {
 public:
  using RingOf = typename Tree::RingOf;    ///< the ring of the operands
  using Form = typename Tree::Form;        ///< Coeff or Eval
  using Storage = typename Tree::Storage;  ///< Secret if an operand is secret

  ///@{
  /// An expression is used where it stands: make it a Poly.
  Expression(const Expression&) = delete;  // an expression is used where it stands: make it a Poly
  Expression& operator=(const Expression&) = delete;
  ///@}
  ~Expression() = default;

 private:
  friend struct detail::Access;
  explicit Expression(Tree tree) noexcept : tree_(std::move(tree)) {}

  Tree tree_;
};

namespace detail {

template <class T>
struct IsPoly : std::false_type {};
template <Ring R, class Form, class Storage>
struct IsPoly<Poly<R, Form, Storage>> : std::true_type {};
template <class T>
concept Polynomial = IsPoly<T>::value;

/// Whether a tree is this operation applied to operands.
template <Operation kOperation, class Tree>
inline constexpr bool kIs = false;
template <Operation kOperation, class Form, class... Operands>
inline constexpr bool kIs<kOperation, Node<kOperation, Form, Operands...>> = true;

/// The tree of a polynomial. Throws invalid_argument where it was moved from.
template <Ring R, class Form, class Storage>
Leaf<R, Form, Storage> leaf(const Poly<R, Form, Storage>& poly) {
  poly.require_words();
  return {&poly};
}
template <Polynomial P>
using LeafOf = decltype(leaf(std::declval<const P&>()));

/// The tree of a polynomial or an expression that is handed on.
template <class T>
struct Operand {};
template <Polynomial P>
struct Operand<P> {
  using type = LeafOf<P>;
};
template <class Tree>
struct Operand<Expression<Tree>> {
  using type = Tree;
};
template <class T>
using OperandOf = typename Operand<std::remove_cvref_t<T>>::type;

/// Access to the contents of expressions and prepared factors.
struct Access {
  template <class Tree>
  static Tree& tree(Expression<Tree>& e) noexcept {
    return e.tree_;
  }
  template <class Tree>
  static Expression<Tree> make(Tree tree) noexcept {
    return Expression<Tree>(std::move(tree));
  }
  template <class Prepared>
  static auto quotients(const Prepared& b) noexcept {
    return b.quotients_.data();
  }
};
/// The tree of an expression.
template <class Tree>
Tree& tree(Expression<Tree>& e) noexcept {
  return Access::tree(e);
}
template <class Tree>
Tree take(Expression<Tree>& e) noexcept {
  return std::move(Access::tree(e));
}

/// Trees of one ring type and form.
template <class A, class B>
concept SameForm = std::is_same_v<typename A::RingOf, typename B::RingOf> &&
                   std::is_same_v<typename A::Form, typename B::Form>;
template <class A, class B>
concept BothValues = SameForm<A, B> && std::is_same_v<typename A::Form, Eval>;
template <class A, class B>
concept BothCoefficients = SameForm<A, B> && std::is_same_v<typename A::Form, Coeff>;

/// The size of a ring, for the error that two rings differ.
struct Size {
  std::size_t degree, limbs;
};
[[noreturn]] void throw_other_ring(const char* operation, Size a, Size b);

template <Ring R>
void require_same_ring(const R& a, const R& b, const char* operation) {
  if (a == b) return;
  throw_other_ring(operation, {a.degree(), a.limbs()}, {b.degree(), b.limbs()});
}

template <Operation kOperation, class First, class... Rest>
Expression<Node<kOperation, typename First::Form, First, Rest...>> node(First first, Rest... rest) {
  return Access::make(Node<kOperation, typename First::Form, First, Rest...>{
      {std::move(first), std::move(rest)...}});
}

/// An operation applied to the operands of `inner` and to `rest`.
template <Operation kOperation, class Inner, class... Rest>
auto fuse(Inner inner, Rest... rest) {
  return std::apply(
      [&](auto&... operands) {
        return node<kOperation>(std::move(operands)..., std::move(rest)...);
      },
      inner.operands);
}
/// As fuse(), where the last operand of `inner` is a scalar, which stays the last.
template <Operation kOperation, class Inner, class Last>
auto fuse_scaled(Inner inner, Last last) {
  return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return node<kOperation>(std::move(std::get<kIndex>(inner.operands))..., std::move(last),
                            std::move(std::get<sizeof...(kIndex)>(inner.operands)));
  }(std::make_index_sequence<std::tuple_size_v<decltype(inner.operands)> - 1>());
}

/// a + b, a - b, a b and a w, with the products and sums among them in one kernel where there is
/// one. Throw mismatch where the rings differ.
template <class A, class B>
auto sum(A a, B b) {
  require_same_ring(a.ring(), b.ring(), "operator +");
  using enum Operation;
  if constexpr (kIs<multiply, A> && kIs<multiply, B>) {
    auto [x, y] = std::move(b.operands);
    return fuse<add_products>(std::move(a), std::move(x), std::move(y));
  } else if constexpr (kIs<multiply, B>) {
    return fuse<multiply_add>(std::move(b), std::move(a));
  } else if constexpr (kIs<multiply, A>) {
    return fuse<multiply_add>(std::move(a), std::move(b));
  } else if constexpr (kIs<scale, A>) {
    return fuse_scaled<scale_add>(std::move(a), std::move(b));
  } else if constexpr (kIs<scale, B>) {
    return fuse_scaled<scale_add>(std::move(b), std::move(a));
  } else if constexpr (kIs<scale_difference, A>) {
    return fuse_scaled<scale_difference_add>(std::move(a), std::move(b));
  } else if constexpr (kIs<scale_difference, B>) {
    return fuse_scaled<scale_difference_add>(std::move(b), std::move(a));
  } else {
    return node<add>(std::move(a), std::move(b));
  }
}
template <class A, class B>
auto difference(A a, B b) {
  require_same_ring(a.ring(), b.ring(), "operator -");
  using enum Operation;
  if constexpr (kIs<multiply, A>) {
    return fuse<multiply_subtract>(std::move(a), std::move(b));
  } else if constexpr (kIs<multiply, B>) {
    return fuse<subtract_product>(std::move(b), std::move(a));
  } else if constexpr (kIs<scale, B>) {
    return fuse_scaled<subtract_scaled>(std::move(b), std::move(a));
  } else {
    return node<subtract>(std::move(a), std::move(b));
  }
}
template <class A, class B>
auto product(A a, B b) {
  require_same_ring(a.ring(), b.ring(), "operator *");
  using enum Operation;
  if constexpr (kIs<add, A>) {
    return fuse<multiply_sum>(std::move(a), std::move(b));
  } else if constexpr (kIs<add, B>) {
    return fuse<multiply_sum>(std::move(b), std::move(a));
  } else if constexpr (kIs<subtract, A>) {
    return fuse<multiply_difference>(std::move(a), std::move(b));
  } else if constexpr (kIs<subtract, B>) {
    return fuse<multiply_difference>(std::move(b), std::move(a));
  } else {
    return node<multiply>(std::move(a), std::move(b));
  }
}
template <class A, class W>
auto scaled(A a, W w) {
  using enum Operation;
  if constexpr (kIs<subtract, A>) {
    return fuse<scale_difference>(std::move(a), std::move(w));
  } else {
    return node<scale>(std::move(a), std::move(w));
  }
}

/// Evaluates `e` into `out`, whose memory may belong to an operand.
template <class E, class Target>
void evaluate(const E& e, Target& out) noexcept {
  using R = typename E::RingOf;
  using Word = typename R::Word;
  static constexpr auto kSteps = steps_of<E>();
  static constexpr Program kProgram{kSteps.data(), kSteps.size(),  E::kBlocks,
                                    E::kLeaves,    E::kHasInteger, E::Storage::kWipes};
  static_assert(E::kBlocks <= kMaxBlocks && E::kLeaves <= kMaxOperands,
                "the expression is too long for one pass: store a part of it in a polynomial");
  std::array<ProgramOperand<Word>, E::kLeaves> operands;
  ProgramOperand<Word>* next = operands.data();
  e.collect(next);
  const R& ring = out.ring();
  // One operation on one limb is over before a program has begun.
  if constexpr (E::kSteps == 1 && !E::kHasInteger) {
    if (ring.limbs() == 1) {
      std::array<const Word*, E::kLeaves> words;
      for (std::size_t i = 0; i < words.size(); ++i) {
        words[i] = operands[static_cast<std::size_t>(kSteps[0].operands[i])].words;
      }
      return ring.plan(0).arithmetic().apply(kSteps[0].operation, out.limb(0).data(), words.data(),
                                             ring.degree());
    }
  }
  run(kProgram, limbs_of(out), operands.data());
}

}  // namespace detail

}  // namespace lath
