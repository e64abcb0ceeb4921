// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "lath/base/secret.hpp"
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

/// A polynomial as an operand.
template <Ring R, class FormOf, class StorageOf>
struct Leaf {
  using RingOf = R;
  using Form = FormOf;
  using Storage = StorageOf;
  static constexpr std::size_t kScratch = 0;

  const Poly<R, Form, Storage>* poly;

  const R& ring() const noexcept { return poly->ring(); }
  const typename R::Word* limb(std::size_t i) const noexcept { return poly->limb(i).data(); }
};

/// The quotients of a prepared factor, see Prepared; they are no polynomial.
template <Ring R, class StorageOf>
struct Quotients {
  using RingOf = R;
  using Form = Eval;
  using Storage = StorageOf;
  static constexpr std::size_t kScratch = 0;

  const R* owner;
  const typename R::Word* words;

  const R& ring() const noexcept { return *owner; }
  const typename R::Word* limb(std::size_t i) const noexcept { return words + i * owner->degree(); }
};

/// `Op` applied to operands that are leaves or nodes.
template <class Op, class FormOf, class First, class... Rest>
struct Node {
  using RingOf = typename First::RingOf;
  using Word = typename RingOf::Word;
  using Form = FormOf;
  using Storage =
      std::conditional_t<(First::Storage::kWipes || ... || Rest::Storage::kWipes), Secret, Public>;
  /// Blocks of scratch memory that its operands need.
  static constexpr std::size_t kScratch = [] {
    std::size_t held = 0, needed = 0;
    for (const std::size_t below : {First::kScratch, Rest::kScratch...}) {
      // An operand that is a node takes a block for its result and what it needs itself.
      const bool is_node = below != 0;
      needed = std::max(needed, held + below);
      if (is_node) ++held;
    }
    return needed + 1;  // the block of this node's own result
  }();

  std::tuple<First, Rest...> operands;

  const RingOf& ring() const noexcept { return std::get<0>(operands).ring(); }

  /// Writes the words of `part` of a limb to `out`, which may be memory of an operand.
  /// `scratch` has kScratch - 1 blocks of `stride` words.
  void evaluate(std::size_t limb, Part part, Word* out, Word* scratch,
                std::size_t stride) const noexcept {
    std::apply(
        [&](const auto&... operand) {
          Word* free = scratch;
          const std::array<const Word*, 1 + sizeof...(Rest)> words{
              block(operand, limb, part, free, stride)...};
          Op::apply(ring().plan(limb), out, words, part);
        },
        operands);
  }

 private:
  // Where the words of an operand are; a node is evaluated into the next free block.
  template <class Operand>
  static const Word* block(const Operand& operand, std::size_t limb, Part part, Word*& free,
                           std::size_t stride) noexcept {
    if constexpr (Operand::kScratch == 0) {
      return operand.limb(limb) + part.first;
    } else {
      Word* result = free;
      free += stride;
      operand.evaluate(limb, part, result, free, stride);
      return result;
    }
  }
};

struct Add {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.add(out, a[0], a[1], part);
  }
};
struct Subtract {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.subtract(out, a[0], a[1], part);
  }
};
struct Negate {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.negate(out, a[0], part);
  }
};
struct Multiply {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.multiply(out, a[0], a[1], part);
  }
};
struct MultiplyAdd {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.multiply_add(out, a[0], a[1], a[2], part);
  }
};
struct MultiplySubtract {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.multiply_subtract(out, a[0], a[1], a[2], part);
  }
};
struct SubtractProduct {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.subtract_product(out, a[0], a[1], a[2], part);
  }
};
struct AddProducts {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.add_products(out, a[0], a[1], a[2], a[3], part);
  }
};
struct MultiplySum {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.multiply_sum(out, a[0], a[1], a[2], part);
  }
};
struct MultiplyDifference {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.multiply_difference(out, a[0], a[1], a[2], part);
  }
};
struct MultiplyPrepared {
  template <class Plan, class Word, class Operands>
  static void apply(const Plan& plan, Word* out, const Operands& a, Part part) noexcept {
    plan.multiply_prepared(out, a[0], a[1], a[2], part);
  }
};

template <class T>
struct IsPoly : std::false_type {};
template <Ring R, class Form, class Storage>
struct IsPoly<Poly<R, Form, Storage>> : std::true_type {};
template <class T>
concept Polynomial = IsPoly<T>::value;

/// Whether a tree is `Op` applied to operands.
template <class Op, class Tree>
inline constexpr bool kIs = false;
template <class Op, class Form, class... Operands>
inline constexpr bool kIs<Op, Node<Op, Form, Operands...>> = true;

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

/// What is inside expressions and prepared factors.
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

/// What the error of different rings says about one of them.
struct Size {
  std::size_t degree, limbs;
};
[[noreturn]] void throw_other_ring(const char* operation, Size a, Size b);

template <Ring R>
void require_same_ring(const R& a, const R& b, const char* operation) {
  if (a == b) return;
  throw_other_ring(operation, {a.degree(), a.limbs()}, {b.degree(), b.limbs()});
}

template <class Op, class First, class... Rest>
Expression<Node<Op, typename First::Form, First, Rest...>> node(First first, Rest... rest) {
  return Access::make(
      Node<Op, typename First::Form, First, Rest...>{{std::move(first), std::move(rest)...}});
}

/// `Op` applied to the operands of `inner` and to `rest`.
template <class Op, class Inner, class... Rest>
auto fuse(Inner inner, Rest... rest) {
  return std::apply(
      [&](auto&... operands) { return node<Op>(std::move(operands)..., std::move(rest)...); },
      inner.operands);
}

/// a + b, a - b and a b, with the products and sums among them in one kernel where there is one.
/// Throw mismatch where the rings differ.
template <class A, class B>
auto sum(A a, B b) {
  require_same_ring(a.ring(), b.ring(), "operator +");
  if constexpr (kIs<Multiply, A> && kIs<Multiply, B>) {
    auto [x, y] = std::move(b.operands);
    return fuse<AddProducts>(std::move(a), std::move(x), std::move(y));
  } else if constexpr (kIs<Multiply, B>) {
    return fuse<MultiplyAdd>(std::move(b), std::move(a));
  } else if constexpr (kIs<Multiply, A>) {
    return fuse<MultiplyAdd>(std::move(a), std::move(b));
  } else {
    return node<Add>(std::move(a), std::move(b));
  }
}
template <class A, class B>
auto difference(A a, B b) {
  require_same_ring(a.ring(), b.ring(), "operator -");
  if constexpr (kIs<Multiply, A>) {
    return fuse<MultiplySubtract>(std::move(a), std::move(b));
  } else if constexpr (kIs<Multiply, B>) {
    return fuse<SubtractProduct>(std::move(b), std::move(a));
  } else {
    return node<Subtract>(std::move(a), std::move(b));
  }
}
template <class A, class B>
auto product(A a, B b) {
  require_same_ring(a.ring(), b.ring(), "operator *");
  if constexpr (kIs<Add, A>) {
    return fuse<MultiplySum>(std::move(a), std::move(b));
  } else if constexpr (kIs<Add, B>) {
    return fuse<MultiplySum>(std::move(b), std::move(a));
  } else if constexpr (kIs<Subtract, A>) {
    return fuse<MultiplyDifference>(std::move(a), std::move(b));
  } else if constexpr (kIs<Subtract, B>) {
    return fuse<MultiplyDifference>(std::move(b), std::move(a));
  } else {
    return node<Multiply>(std::move(a), std::move(b));
  }
}

/// Evaluates a limb of `e` into `out`: block after block, or at once where `e` is one kernel.
template <class E, class Target>
void evaluate_limb(const E& e, Target& out, std::size_t limb) noexcept {
  const std::size_t degree = out.ring().degree();
  constexpr std::size_t kBlocks = E::kScratch - 1;
  if constexpr (kBlocks == 0) {
    e.evaluate(limb, {0, degree}, out.limb(limb).data(), nullptr, 0);
  } else {
    using Word = typename E::Word;
    constexpr std::size_t kBlockWords = 4096 / sizeof(Word);
    alignas(64) Word scratch[kBlocks * kBlockWords];
    for (std::size_t first = 0; first < degree; first += kBlockWords) {
      const Part part{first, std::min(kBlockWords, degree)};
      e.evaluate(limb, part, out.limb(limb).data() + first, scratch, kBlockWords);
    }
    if constexpr (E::Storage::kWipes) wipe(scratch, sizeof scratch);
  }
}

/// Evaluates `e` into `out`, the limbs side by side where that pays.
template <class E, class Target>
void evaluate(const E& e, Target& out) noexcept {
  for_each_limb(out.ring(), [&](std::size_t limb) noexcept { evaluate_limb(e, out, limb); });
}

/// The polynomial that a tree stands for.
template <class E>
auto value(const E& e) {
  Poly<typename E::RingOf, typename E::Form, typename E::Storage> result(e.ring());
  evaluate(e, result);
  return result;
}

}  // namespace detail

}  // namespace lath
